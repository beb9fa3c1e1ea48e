import { makeAuditId, mix } from './random'

/**
 * When each row of the demo was last modified. The time never decreases with the index, so a search by time is a binary
 * search over a function, and no row has to be stored.
 */
export interface Timeline {
  seed: number
  /** Rows of the demo: 0 (oldest) to `rows - 1`. */
  rows: number
  modifiedAt: (index: number) => number
  /** First index whose time is not before `at`; `rows` when there is none. */
  indexAt(at: number): number
  auditId(index: number): string
  isArchived(index: number): boolean
  isCompleted(index: number): boolean
  isOwn(index: number): boolean
  templateNumber(index: number): number
  /** Archived rows in [from, to), counted without reading each. */
  countArchived(from: number, to: number): number
}

/** The time span of the rows, fixed at the first start and stored with the data. */
export interface Anchor {
  /** The start of the day of the first start, UTC. All rows but the newest few are before it. */
  dayMs: number
  /** The minute of the first start. */
  minuteMs: number
}

export const dayMs = 86_400_000
const spanDays = 548
const archivedBlock = 40
/** Minutes before the start at which the newest rows were modified. */
const freshMinutes = [171, 128, 96, 64, 41, 23, 11, 4]
/** Share of a week's work by day, Monday first. */
const weekShare = [0.19, 0.19, 0.19, 0.18, 0.16, 0.06, 0.03]

export function makeAnchor(nowMs: number): Anchor {
  return { dayMs: Math.floor(nowMs / dayMs) * dayMs, minuteMs: Math.floor(nowMs / 60_000) * 60_000 }
}

/** Maps uniform progress (in days) so that work falls on weekdays between 06:00 and 20:00. Never decreases. */
function bendToWork(days: number, firstWeekday: number): number {
  const shifted = days + firstWeekday
  const week = Math.floor(shifted / 7)
  let rest = (shifted - week * 7) / 7
  let day = 0
  for (const share of weekShare) {
    if (rest < share || day === 6) return week * 7 + day + (6 + Math.min(rest / share, 1) * 14) / 24 - firstWeekday
    rest -= share
    day += 1
  }
  return days
}

/** The uniform progress at which a whole day begins: the inverse of `bendToWork`. */
function evenAtDay(day: number, firstWeekday: number): number {
  const shifted = day + firstWeekday
  const week = Math.floor(shifted / 7)
  const before = weekShare.slice(0, shifted - week * 7).reduce((sum, share) => sum + share, 0)
  return (week + before) * 7 - firstWeekday
}

/** @param grown rows added after the first `inspections`, while the stand-in was stopped */
export function makeTimeline(seed: number, inspections: number, anchor: Anchor, grown = 0): Timeline {
  const rows = inspections + grown
  const fresh = Math.min(freshMinutes.length, inspections)
  const spread = Math.max(1, inspections - fresh)
  const startMs = anchor.dayMs - spanDays * dayMs
  const firstWeekday = (Math.floor(startMs / dayMs) + 3) % 7
  const stepMs = growthStepMs(inspections)
  const firstEven = evenAtDay(0, firstWeekday)
  const lastEven = evenAtDay(spanDays, firstWeekday)

  /** The first row of the batch with which a row was synced: devices that were offline deliver several at once. */
  const leadOf = (index: number): number => {
    const at = index % 1000
    // Twelve equal times across each edge of 1,000, four across each of 100: clients lose rows at the edges of pages.
    if (at >= 994) return index - (at - 994)
    if (at < 6 && index >= 1000) return index - at - 6
    const small = index % 100
    if (small >= 98) return index - (small - 98)
    if (small < 2 && index >= 100) return index - small - 2
    return mix(seed, index, 0x7e) % 16 === 0 && small > 2 ? leadOf(index - 1) : index
  }

  const modifiedAt = (index: number): number => {
    if (index >= inspections) return anchor.minuteMs + Math.round((index - inspections + 1) * stepMs) + (index % 1000)
    const freshAt = index - (inspections - fresh)
    if (freshAt >= 0) {
      const minutes = freshMinutes[freshMinutes.length - fresh + freshAt] ?? 1
      // Shortly after midnight, the newest rows are packed behind the start of the day instead of falling before it.
      const earliest = anchor.dayMs + freshAt * 1000
      return Math.max(earliest, anchor.minuteMs - minutes * 60_000 + (mix(seed, index, 0x7f) % 50_000))
    }
    const lead = leadOf(index)
    const jitter = (mix(seed, lead, 0x7d) / 4_294_967_296) * 0.8
    const days = bendToWork(firstEven + ((lead + jitter) / spread) * (lastEven - firstEven), firstWeekday)
    return Math.min(anchor.dayMs - 1, Math.floor(startMs + days * dayMs))
  }

  const isArchived = (index: number) =>
    index % archivedBlock === mix(seed, Math.floor(index / archivedBlock), 0xa1) % archivedBlock

  const timeline: Timeline = {
    seed,
    rows,
    modifiedAt,
    isArchived,
    auditId: (index) => makeAuditId(seed, index),
    indexAt(at) {
      let low = 0
      let high = rows
      while (low < high) {
        const middle = (low + high) >>> 1
        if (timeline.modifiedAt(middle) < at) low = middle + 1
        else high = middle
      }
      return low
    },
    // The newest ones are more often unfinished, because people are still working on them.
    isCompleted: (index) => mix(seed, index, 0xc0) % 100 >= (rows - index <= 12 ? 45 : 6),
    isOwn: (index) => mix(seed, index, 0x03) % 29 === 0,
    templateNumber: (index) => mix(seed, index, 0x7a) % 1000,
    countArchived(from, to) {
      if (to <= from) return 0
      const firstBlock = Math.ceil(from / archivedBlock)
      const lastBlock = Math.floor(to / archivedBlock)
      let count = Math.max(0, lastBlock - firstBlock)
      const edges: Array<[number, number]> =
        firstBlock > lastBlock
          ? [[from, to]]
          : [
              [from, firstBlock * archivedBlock],
              [lastBlock * archivedBlock, to],
            ]
      for (const [start, end] of edges) for (let at = start; at < end; at += 1) if (isArchived(at)) count += 1
      return count
    },
  }
  return timeline
}

/** Milliseconds between two rows at the pace of the first eighteen months. */
export function growthStepMs(inspections: number): number {
  return (spanDays * dayMs) / Math.max(1, inspections)
}
