import { systemClock, type Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

export interface Sink {
  /**
   * Passes a text on once the reader has read the text before it. Rejects when the reader has left, or has read nothing
   * for too long.
   */
  write: (text: string) => Promise<void>
  /** Fires when the reader leaves. */
  signal: AbortSignal
}

export interface SinkOptions {
  signal?: AbortSignal
  /** How long the reader may read nothing. */
  stallMs?: number
  clock?: Clock
}

/** A reader that reads nothing for this long would keep a connection and a database snapshot open for nothing. */
const defaultStallMs = 30_000

/**
 * A web stream of what `produce` writes, one piece at a time and only on demand. The stream fails when `produce` fails,
 * so that a partial response never looks complete.
 */
export function createTextStream(
  produce: (sink: Sink) => Promise<void>,
  { signal, stallMs = defaultStallMs, clock = systemClock }: SinkOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal?.reason)
  let isWanted = false
  let wake: (() => void) | null = null

  const waitForReader = async () => {
    if (isWanted || leaving.signal.aborted) return
    const patience = new AbortController()
    await Promise.race([
      new Promise<void>((resolve) => (wake = resolve)),
      clock.sleep(stallMs, patience.signal).then(
        () => leaving.abort(new AppError('unavailable', serverText('csv.readerStalled'))),
        () => {
          // The reader has continued before the time was over.
        },
      ),
    ])
    patience.abort()
  }
  const wakeUp = () => {
    const waiting = wake
    wake = null
    waiting?.()
  }
  leaving.signal.addEventListener('abort', wakeUp, { once: true })
  if (signal?.aborted === true) leave()
  else signal?.addEventListener('abort', leave, { once: true })

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = async (text: string) => {
          await waitForReader()
          leaving.signal.throwIfAborted()
          isWanted = false
          controller.enqueue(encoder.encode(text))
        }
        const run = async () => {
          try {
            await produce({ write, signal: leaving.signal })
            controller.close()
          } catch (error) {
            try {
              controller.error(error)
            } catch {
              // The reader has left, so nobody can be notified.
            }
          } finally {
            signal?.removeEventListener('abort', leave)
          }
        }
        void run()
      },
      pull() {
        isWanted = true
        wakeUp()
      },
      cancel(reason) {
        leaving.abort(reason)
      },
    },
    // Nothing is produced before somebody reads.
    { highWaterMark: 0 },
  )
}
