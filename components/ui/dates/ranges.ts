/** Common ranges of time, as the parameter has them. They move with the clock. */
export const timePresets = [
  { value: 'now/d', name: 'today' },
  { value: 'now-1d/d', name: 'yesterday' },
  { value: 'now-7d/d..now', name: 'last7Days' },
  { value: 'now-30d/d..now', name: 'last30Days' },
  { value: 'now-90d/d..now', name: 'last90Days' },
  { value: 'now/w', name: 'thisWeek' },
  { value: 'now/M', name: 'thisMonth' },
  { value: 'now-1M/M', name: 'lastMonth' },
] as const

export interface Range {
  from: string
  to: string
}

/** Reads `50..90`, `50..`, `..90` or `50`, which is both ends. Ends stay as they were written. */
export function readRange(text: string): Range {
  const at = text.indexOf('..')
  if (at === -1) return { from: text.trim(), to: text.trim() }
  return { from: text.slice(0, at).trim(), to: text.slice(at + 2).trim() }
}

/** Null when both ends are open: no filter. */
export function writeRange({ from, to }: Range): string | null {
  if (from === '' && to === '') return null
  return from === to ? from : `${from}..${to}`
}

const isDay = (end: string) => end === '' || /^\d{4}-\d\d-\d\d$/.test(end)

/** Whether a range has whole days for ends, so that two fields of dates can show it. */
export function isDayRange({ from, to }: Range): boolean {
  return isDay(from) && isDay(to)
}

const unitNames = { h: 'hours', d: 'days', w: 'weeks', M: 'months', y: 'years' } as const

/** How long before now a range begins, when it ends now: `now-14d/d..now` is 14 days. Null for other ranges. */
export function readLast(text: string): { count: number; unit: (typeof unitNames)[keyof typeof unitNames] } | null {
  const [, count, unit] = /^now-(\d{1,4})([hdwMy])(?:\/[hdwMy])?\.\.now$/.exec(text) ?? []
  return count === undefined ? null : { count: Number(count), unit: unitNames[unit as keyof typeof unitNames] }
}
