import { streamTimes } from '@/lib/events/values-model'
import type { SeenEvent } from './tab-schema'

/** The latest events, for a tab that was loading when they arrived. */
export interface RecentEvents {
  add(seen: SeenEvent): void
  /**
   * The events of the last `streamTimes.recentMs`, oldest first. If there are too many to send, a single event that
   * requests a complete refresh replaces them.
   */
  list(lastId: string | null): SeenEvent[]
}

const sentMax = 200
const since = () => Date.now() - streamTimes.recentMs

export function createRecentEvents(): RecentEvents {
  let kept: Array<SeenEvent & { at: number }> = []
  return {
    add: (seen) => {
      const start = since()
      kept = [...kept.filter(({ at }) => at > start), { ...seen, at: Date.now() }]
    },
    list: (lastId) => {
      const start = since()
      const events = kept.filter(({ at }) => at > start).map(({ event, id }) => ({ event, id }))
      return events.length > sentMax ? [{ event: { kind: 'reset', ids: null }, id: lastId ?? '' }] : events
    },
  }
}
