import { readZonedParts } from '@/lib/time/time-format'

/** How long a time the files of one group of the wall are from. */
export type WallGrain = 'day' | 'week' | 'month'

/** With fewer files than this in a group, longer times make better rows. */
const filesInGroup = 4
/** Files that decide: those that are there first, so that loading more never rearranges the wall. */
const decidingFiles = 60

const dayMs = 86_400_000

/** Midnight UTC of the day that an instant is on in a zone: days of all zones compare as these. */
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

/** The shortest time whose groups are not almost empty. */
export function chooseGrain(times: readonly number[], zone: string): WallGrain {
  const deciding = times.slice(0, decidingFiles)
  const isDense = (grain: WallGrain) =>
    deciding.length >= filesInGroup * new Set(deciding.map((at) => startOfGroup(at, zone, grain))).size
  return isDense('day') ? 'day' : isDense('week') ? 'week' : 'month'
}
