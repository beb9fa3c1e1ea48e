// Apart from the schemas, so that a page has them without loading zod.

export const eventsPath = '/api/events'

/** The `event` field of a message without an event: the first message, and the one after a quiet period. */
export const streamWords = { hello: 'hello', beat: 'beat' } as const

export const streamTimes = {
  /** The interval between two heartbeats. */
  beatMs: 15_000,
  /** A page is rendered some time before it connects. A listener without an id gets the events of this period first. */
  recentMs: 15_000,
  retryMs: 3_000,
} as const
