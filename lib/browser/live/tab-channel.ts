import * as z from 'zod'
import { liveEvent } from '@/lib/events/schema'

/** An event with its id in the stream. */
export const seenEvent = z.object({ event: liveEvent, id: z.string() })
export type SeenEvent = z.infer<typeof seenEvent>

const message = z.discriminatedUnion('kind', [
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
export type TabMessage = z.infer<typeof message>

export interface TabChannel {
  /** Sends to the other tabs; does nothing after `close`. */
  post(sent: TabMessage): void
  /**
   * Calls `take` with messages of other tabs. Messages of another shape are skipped: they come from another version of
   * the console.
   */
  listen(take: (received: TabMessage) => void): void
  close(): void
}

/** The channel of the tabs that share `name`. */
export function openTabChannel(open: (name: string) => BroadcastChannel, name: string): TabChannel {
  const channel = open(name)
  let isClosed = false
  return {
    post: (sent) => {
      // A stream that ends late finds the channel closed, which throws.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
      if (!isClosed) channel.postMessage(sent)
    },
    listen: (take) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const received = message.safeParse(data)
        if (received.success && !isClosed) take(received.data)
      })
    },
    close: () => {
      isClosed = true
      channel.close()
    },
  }
}
