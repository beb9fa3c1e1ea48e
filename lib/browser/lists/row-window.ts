/**
 * Which rows of a list with equal heights are visible. Browsers limit an element's height to between 17 and 33 million
 * pixels, so beyond `scrollHeightMax` the scroll position is scaled: every row of a million can be reached, and the
 * last is at the very end.
 */
export interface WindowInput {
  scrollTop: number
  /** Height of the part in which rows are shown. */
  viewportHeight: number
  rowHeight: number
  total: number
}

export interface RowWindow {
  /** First row to render. */
  first: number
  /** One past the last row to render. */
  end: number
  /** First visible row. */
  firstVisible: number
  /** Heights of the empty space above and below the rendered rows. */
  above: number
  below: number
}

export const scrollHeightMax = 15_000_000
const overscanMax = 8
/** On the tallest screens with compact rows, fewer extra rows are rendered, so that the page stays fast. */
const rowsMax = 76

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high))
}

/** How many pixels of rows correspond to one pixel of scrolling: 1 until the list is too tall for a browser. */
function readScale({ viewportHeight, rowHeight, total }: Omit<WindowInput, 'scrollTop'>): number {
  const height = total * rowHeight
  if (height <= scrollHeightMax) return 1
  return (height - viewportHeight) / (scrollHeightMax - viewportHeight)
}

/** The rows to render for a scroll position, and the space that replaces all others. */
export function computeWindow(input: WindowInput): RowWindow {
  const { viewportHeight, rowHeight, total } = input
  const scrollHeight = Math.min(total * rowHeight, scrollHeightMax)
  const scrollTop = clamp(input.scrollTop, 0, scrollHeight - viewportHeight)
  const top = scrollTop * readScale(input)
  const firstVisible = clamp(Math.floor(top / rowHeight), 0, total - 1)
  const visible = Math.ceil(viewportHeight / rowHeight) + 1
  const overscan = clamp(Math.floor((rowsMax - visible) / 2), 1, overscanMax)
  const first = Math.max(0, firstVisible - overscan)
  const end = Math.min(total, Math.ceil((top + viewportHeight) / rowHeight) + overscan)
  // The rendered rows keep their own heights; only their start is scaled.
  const above = clamp(scrollTop - (top - first * rowHeight), 0, scrollHeight)
  return { first, end, firstVisible, above, below: Math.max(0, scrollHeight - above - (end - first) * rowHeight) }
}

/** The scroll position that brings `row` into view with the least movement. */
export function scrollTopFor(row: number, input: WindowInput): number {
  const { viewportHeight, rowHeight } = input
  const scale = readScale(input)
  const top = input.scrollTop * scale
  const wanted = clamp(top, (row + 1) * rowHeight - viewportHeight, row * rowHeight)
  return wanted === top ? input.scrollTop : wanted / scale
}

/** The scroll position after `rows` were added above, so that the visible rows stay in place. */
export function scrollTopAfterShift(rows: number, input: WindowInput): number {
  return Math.max(0, input.scrollTop + (rows * input.rowHeight) / readScale(input))
}

/**
 * By how many positions rows moved, judged by most of the rows seen before. A single row that moved to the top because
 * it changed does not count against the many that only made room.
 * @param before position -> id, before the change
 */
export function findShift(before: ReadonlyMap<number, string>, after: ReadonlyMap<string, number>): number {
  const votes = new Map<number, number>()
  for (const [position, id] of before) {
    const now = after.get(id)
    if (now !== undefined) votes.set(now - position, (votes.get(now - position) ?? 0) + 1)
  }
  let best = 0
  for (const [shift, count] of votes) if (count > (votes.get(best) ?? 0)) best = shift
  return best
}

/** How a refetch of the list moved the visible rows. */
export interface SightChange {
  /** By how many positions most of them moved. */
  by: number
  /** Whether they all moved together: then scrolling by the same amount hides the movement. */
  isTogether: boolean
}

/**
 * Compares the visible rows with the current list.
 * @param before position -> id, as on screen
 * @param readId the current id at a position; undefined when it is not known
 * @param reach how many positions around to search for them
 */
export function compareSight(
  before: ReadonlyMap<number, string>,
  readId: (position: number) => string | undefined,
  reach = 200,
): SightChange {
  if (before.size === 0) return { by: 0, isTogether: true }
  const positions = [...before.keys()]
  const after = new Map<string, number>()
  for (let at = Math.max(0, Math.min(...positions) - reach); at <= Math.max(...positions) + reach; at += 1) {
    const id = readId(at)
    if (id !== undefined) after.set(id, at)
  }
  const by = findShift(before, after)
  const isTogether = positions.every((position) => {
    const now = readId(position + by)
    return now === undefined || now === before.get(position)
  })
  return { by, isTogether }
}
