/** The positions of the tiles of a wall: by day or longer period, in columns that fit the screen. Sizes in pixels. */
export interface WallDay {
  label: string
  /** Position of its first file among all files. */
  first: number
  count: number
  top: number
  height: number
}

export interface WallLayout {
  columns: number
  /** Sides of a picture. */
  tile: number
  gap: number
  /** Height of a picture with its caption. */
  row: number
  days: readonly WallDay[]
  height: number
}

export const dayHeadPx = 40
/** Height of a caption: two lines. */
const captionPx = 40
const tileMinPx = 148
const wideGapPx = 8
const phoneGapPx = 3
const phoneMaxPx = 640
const phoneColumns = 3

/** Lays out files. `days` has the day of each file; files of one day must be next to each other. */
export function layOutWall(days: readonly string[], widthPx: number): WallLayout {
  const isPhone = widthPx < phoneMaxPx
  const gap = isPhone ? phoneGapPx : wideGapPx
  const columns = isPhone ? phoneColumns : Math.max(phoneColumns, Math.floor((widthPx + gap) / (tileMinPx + gap)))
  const tile = Math.max(1, Math.floor((widthPx - gap * (columns - 1)) / columns))
  const row = tile + captionPx
  const laid: WallDay[] = []
  let top = 0
  for (let first = 0; first < days.length;) {
    const label = days[first] ?? ''
    let end = first + 1
    while (end < days.length && days[end] === label) end += 1
    const rows = Math.ceil((end - first) / columns)
    const height = dayHeadPx + rows * (row + gap)
    laid.push({ label, first, count: end - first, top, height })
    top += height
    first = end
  }
  return { columns, tile, gap, row, days: laid, height: top }
}

/** Finds a day by binary search: the first for which `isBefore` is false; past the end, the last day. */
function findDay({ days }: WallLayout, isBefore: (day: WallDay) => boolean): number {
  let low = 0
  let high = days.length - 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const day = days[middle]
    if (day !== undefined && isBefore(day)) low = middle + 1
    else high = middle
  }
  return low
}

/** Position of a file, from the top left of the wall. */
export function placeOf(layout: WallLayout, index: number): { top: number; left: number } {
  const day = layout.days[findDay(layout, ({ first, count }) => first + count <= index)]
  if (day === undefined) return { top: 0, left: 0 }
  const at = index - day.first
  return {
    top: day.top + dayHeadPx + Math.floor(at / layout.columns) * (layout.row + layout.gap),
    left: (at % layout.columns) * (layout.tile + layout.gap),
  }
}

export interface DayInSight {
  day: WallDay
  /** Files to render: from `from` up to, not including, `end`. */
  from: number
  end: number
}

/** The days and their files between two heights. */
export function findInSight(layout: WallLayout, fromPx: number, toPx: number): DayInSight[] {
  const found: DayInSight[] = []
  const step = layout.row + layout.gap
  for (let at = findDay(layout, ({ top, height }) => top + height <= fromPx); at < layout.days.length; at += 1) {
    const day = layout.days[at]
    if (day === undefined || day.top >= toPx) break
    const rowsTop = day.top + dayHeadPx
    const from = Math.max(0, Math.floor((fromPx - rowsTop) / step)) * layout.columns
    const end = Math.max(0, Math.ceil((toPx - rowsTop) / step)) * layout.columns
    found.push({ day, from: day.first + Math.min(from, day.count), end: day.first + Math.min(end, day.count) })
  }
  return found
}

/** The file that a key leads to; null for other keys. Up and down keep the column and stop at the ends. */
export function stepTo(layout: WallLayout, index: number, key: string, pageRows: number): number | null {
  const last = layout.days.reduce((sum, { count }) => sum + count, 0) - 1
  const clamp = (to: number) => Math.min(last, Math.max(0, to))
  if (last < 0) return null
  if (key === 'ArrowRight') return clamp(index + 1)
  if (key === 'ArrowLeft') return clamp(index - 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  const rows = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows }[key]
  if (rows === undefined) return null
  let at = index
  for (let step = 0; step < Math.abs(rows); step += 1) at = stepRow(layout, at, Math.sign(rows))
  return at
}

/** Moves one row up or down, across the headers of days. In a shorter row, moves to the last file. */
function stepRow(layout: WallLayout, index: number, by: number): number {
  const { columns, days } = layout
  const dayAt = findDay(layout, ({ first, count }) => first + count <= index)
  const day = days[dayAt]
  if (day === undefined) return index
  const column = (index - day.first) % columns
  const row = Math.floor((index - day.first) / columns) + by
  const rows = (of: WallDay) => Math.ceil(of.count / columns)
  const target = row < 0 ? days[dayAt - 1] : row >= rows(day) ? days[dayAt + 1] : day
  if (target === undefined) return index
  const targetRow = row < 0 ? rows(target) - 1 : row >= rows(day) ? 0 : row
  return target.first + Math.min(target.count - 1, targetRow * columns + column)
}
