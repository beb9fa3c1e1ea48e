import 'server-only'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { watchEventStreams } from './cut'
import { createEventHub, type EventHub } from './hub'
import { eventSinks, publishChange, publishEvents } from './publish'
import { streamEvents, type StreamRequest } from './stream'
import { createEventBatcher } from './batcher'

/** The hub of this process and its clock. The boot starts it. */
function live(): { hub: EventHub; clock: Clock } {
  return processWide('events', () => ({
    hub: createEventHub({ database, clock: systemClock, log: log().child({ part: 'events' }) }),
    clock: systemClock,
  }))
}

/** The hub of this process. */
export const eventHub = (): EventHub => live().hub

/** The response of GET /api/events. */
export function answerEvents(request: StreamRequest): Response {
  return streamEvents(live(), request)
}

const breakerEveryMs = 1_000

/**
 * Starts to publish events. The boot calls it once the database is available.
 * @returns `endStreams`: ends all streams before it returns. `stop`: publishes what is left, and ends the rest
 */
export async function startEvents(): Promise<{ endStreams: () => void; stop: () => Promise<void> }> {
  watchEventStreams()
  const hub = eventHub()
  const batcher = createEventBatcher({
    publish: async (events) => publishEvents(await database(), events),
    clock: systemClock,
  })
  Object.assign(eventSinks(), { publishChange: batcher.add, written: hub.wake })
  let breaker = service().breaker().state
  const watch = setInterval(() => {
    const { state } = service().breaker()
    if (state !== breaker) publishChange('system')
    breaker = state
  }, breakerEveryMs)
  watch.unref()
  hub.start()
  // A console may have died between its commit and publishing it.
  await publishEvents(await database(), [{ kind: 'reset' }])
  let ending: Promise<void> = Promise.resolve()
  return {
    endStreams: () => {
      ending = hub.stop()
    },
    stop: async () => {
      clearInterval(watch)
      await Promise.all([batcher.stop(), ending])
    },
  }
}
