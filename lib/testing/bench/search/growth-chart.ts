/** A line of the chart: one value in ms for each size. */
export interface Line {
  name: string
  p95Ms: readonly number[]
  ratio: number
}

const width = 800
const height = 420
/** The area of the lines. Their names are to the right of it. */
const plot = { left: 64, right: 540, top: 56, bottom: 368 }
const labelGap = 18
const valuesOfAxis = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]

/** One color for each line, readable on the background of both themes. */
const colors = ['#2563eb', '#0891b2', '#7c3aed', '#c2410c', '#64748b', '#15803d', '#be185d']

// The chart has its own background, because a picture in a document cannot know the theme of the page around it.
const style = `<style>
  text { font: 12px system-ui, sans-serif; fill: #1f2937 }
  .title { font-size: 14px; font-weight: 600 }
  .muted { fill: #6b7280 }
  .back { fill: #ffffff; stroke: #d1d5db }
  .grid { stroke: #e5e7eb }
  .line { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb }
    .muted { fill: #9ca3af }
    .back { fill: #111827; stroke: #374151 }
    .grid { stroke: #1f2937 }
  }
</style>`

/** The place of a value on a logarithmic axis. */
function scale(value: number, [low, high]: readonly [number, number], [from, to]: readonly [number, number]): number {
  return from + ((Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))) * (to - from)
}

/**
 * Moves places down, in their order, when they are too close together. Places that would then be below the bottom move
 * up again.
 */
export function spread(places: readonly number[], gap: number, bottom: number): number[] {
  const order = places.map((_, at) => at).toSorted((one, other) => (places[one] ?? 0) - (places[other] ?? 0))
  const spreadOut = [...places]
  let free = Number.NEGATIVE_INFINITY
  for (const at of order) {
    spreadOut[at] = Math.max(places[at] ?? 0, free)
    free = (spreadOut[at] ?? 0) + gap
  }
  let limit = bottom
  for (const at of order.toReversed()) {
    spreadOut[at] = Math.min(spreadOut[at] ?? 0, limit)
    limit = (spreadOut[at] ?? 0) - gap
  }
  return spreadOut
}

/** The values of the axis, from one below all given values to one above them. */
export function chooseAxis(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const from = valuesOfAxis.findLastIndex((value) => value <= low)
  const to = valuesOfAxis.findIndex((value) => value >= high)
  return valuesOfAxis.slice(Math.max(0, from), to < 0 ? undefined : to + 1)
}

/** Draws milliseconds by number of inspections as an SVG, with two logarithmic axes. */
export function drawChart(sizes: readonly number[], lines: readonly Line[]): string {
  const axis = chooseAxis(lines.flatMap(({ p95Ms }) => p95Ms))
  const x = (rows: number) => scale(rows, [sizes[0] ?? 1, sizes.at(-1) ?? 1], [plot.left, plot.right])
  const y = (ms: number) => scale(ms, [axis[0] ?? 1, axis.at(-1) ?? 1], [plot.bottom, plot.top])
  const labels = spread(
    lines.map(({ p95Ms }) => y(p95Ms.at(-1) ?? 1)),
    labelGap,
    plot.bottom + 12,
  )
  const grid = axis.flatMap((ms) => [
    `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}"/>`,
    `<text class="muted" x="${plot.left - 8}" y="${(y(ms) + 4).toFixed(1)}" text-anchor="end">${ms} ms</text>`,
  ])
  const marks = sizes.map(
    (rows) =>
      `<text class="muted" x="${x(rows).toFixed(1)}" y="${plot.bottom + 24}" text-anchor="middle">${rows.toLocaleString('en')}</text>`,
  )
  const drawn = lines.flatMap(({ name, p95Ms, ratio }, at) => {
    const color = colors[at % colors.length]
    const points = p95Ms.map((ms, size) => [x(sizes[size] ?? 1).toFixed(1), y(ms).toFixed(1)] as const)
    return [
      `<polyline class="line" stroke="${color}" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
      ...points.map(([cx, cy]) => `<circle fill="${color}" cx="${cx}" cy="${cy}" r="3.5"/>`),
      `<line class="line" stroke="${color}" stroke-opacity="0.5" x1="${plot.right + 6}" y1="${y(p95Ms.at(-1) ?? 1).toFixed(1)}" x2="${plot.right + 22}" y2="${(labels[at] ?? 0).toFixed(1)}"/>`,
      `<text x="${plot.right + 28}" y="${((labels[at] ?? 0) + 4).toFixed(1)}">${name}, ${ratio.toFixed(1)} times</text>`,
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="p95 by number of inspections">`,
    style,
    `<rect class="back" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="title" x="24" y="32">p95 of the handler by number of inspections, one client</text>`,
    ...grid,
    ...marks,
    ...drawn,
    `</svg>\n`,
  ].join('\n')
}
