/** Common ranges of time, in the form of the parameter. They are relative to the current time. */
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

/** Reads `50..90`, `50..`, `..90`, or `50` for both ends. The ends keep their spelling. */
export function readRange(text: string): Range {
  const at = text.indexOf('..')
  if (at === -1) return { from: text.trim(), to: text.trim() }
  return { from: text.slice(0, at).trim(), to: text.slice(at + 2).trim() }
}

/** Null if both ends are open, which means no filter. */
export function writeRange({ from, to }: Range): string | null {
  if (from === '' && to === '') return null
  return from === to ? from : `${from}..${to}`
}

const isDay = (end: string) => end === '' || /^\d{4}-\d\d-\d\d$/.test(end)

/** Whether both ends of a range are whole days, so that two date fields can show it. */
export function isDayRange({ from, to }: Range): boolean {
  return isDay(from) && isDay(to)
}

const unitNames = { h: 'hours', d: 'days', w: 'weeks', M: 'months', y: 'years' } as const

/** The length of a range that ends now: `now-14d/d..now` is 14 days. Null for other ranges. */
export function readLast(text: string): { count: number; unit: (typeof unitNames)[keyof typeof unitNames] } | null {
  const [, count, unit] = /^now-(\d{1,4})([hdwMy])(?:\/[hdwMy])?\.\.now$/.exec(text) ?? []
  return count === undefined ? null : { count: Number(count), unit: unitNames[unit as keyof typeof unitNames] }
}
