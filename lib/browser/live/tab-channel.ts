import { lateSchemas } from '@/lib/browser/late/late-schemas'
import type { TabMessage } from './tab-schema'

const loadMessageSchema = lateSchemas(() => import('./tab-schema'))('tabMessage')

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
        const read = loadMessageSchema().then((schema) => {
          const received = schema.safeParse(data)
          if (received.success && !isClosed) take(received.data)
          return undefined
        })
        // A page of an older console than the running one may not get the schema.
        read.catch(() => {})
      })
    },
    close: () => {
      isClosed = true
      channel.close()
    },
  }
}
