import { readZonedParts } from '@/lib/time/time-format'

/** The period that one group of the wall covers. */
export type WallGrain = 'day' | 'week' | 'month'

/** With fewer files per group on average, longer periods are used, so that rows are not almost empty. */
const filesInGroup = 4
/** Only the first files decide on the period, so that loading more files never rearranges the wall. */
const decidingFiles = 60

const dayMs = 86_400_000

/** The day of an instant in a time zone, as midnight UTC, so that days of all zones can be compared. */
function dayOf(at: number, zone: string): number {
  const { year, month, day } = readZonedParts(at, zone)
  return Date.UTC(year, month - 1, day)
}

/** The first day of the group that an instant is in, as midnight UTC. Weeks begin on Monday. */
export function startOfGroup(at: number, zone: string, grain: WallGrain): number {
  const day = dayOf(at, zone)
  if (grain === 'day') return day
  const date = new Date(day)
  if (grain === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  return day - ((date.getUTCDay() + 6) % 7) * dayMs
}

/** The last day of a week, as midnight UTC. */
export const endOfWeek = (monday: number) => monday + 6 * dayMs

/** The shortest period whose groups are not almost empty. */
export function chooseGrain(times: readonly number[], zone: string): WallGrain {
  const deciding = times.slice(0, decidingFiles)
  const isDense = (grain: WallGrain) =>
    deciding.length >= filesInGroup * new Set(deciding.map((at) => startOfGroup(at, zone, grain))).size
  return isDense('day') ? 'day' : isDense('week') ? 'week' : 'month'
}
