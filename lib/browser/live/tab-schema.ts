import * as z from 'zod'
import { liveEvent } from '@/lib/events/schema'

/** An event with its id in the stream. */
export const seenEvent = z.object({ event: liveEvent, id: z.string() })
export type SeenEvent = z.infer<typeof seenEvent>

export const tabMessage = z.discriminatedUnion('kind', [
  /** A new tab has opened. */
  z.object({ kind: z.literal('hello'), from: z.string() }),
  /** The reply to a new tab: the events that arrived while it was loading, and the position of the stream. */
  z.object({ kind: z.literal('recent'), to: z.string(), events: z.array(seenEvent), id: z.string().nullable() }),
  z.object({ kind: z.literal('event'), ...seenEvent.shape }),
  /** The state of the stream, repeated with each sign of life. */
  z.object({ kind: z.literal('state'), state: z.enum(['live', 'down']), id: z.string().nullable() }),
  z.object({ kind: z.literal('end') }),
])
/** The messages between the tabs of one person. */
export type TabMessage = z.infer<typeof tabMessage>
