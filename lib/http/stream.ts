import type { Readable } from 'node:stream'
import { processWide } from '@/lib/process-wide'

/** How much is passed on in one chunk if the source has it. Larger chunks save promises of the web stream. */
const chunkBytesWanted = 192 * 1024

// Handlers are bundled separately, and each copy of this module must find the streams of the others.
const sources = () => processWide('stream-sources', () => new WeakMap<ReadableStream, Readable>())

/**
 * The node stream of a web stream that `toWebStream` made. The caller reads it instead of the web stream, which would
 * copy each chunk through several promises. Null for other streams, and for one that somebody reads.
 */
export function takeSource(stream: ReadableStream): Readable | null {
  return stream.locked ? null : (sources().get(stream) ?? null)
}

/**
 * Converts a node stream to a web stream. It reads everything buffered in one chunk, pauses the source when the reader
 * is slow, and destroys it when the reader leaves or `signal` fires, so that no request to the service continues
 * without a reader.
 */
export function toWebStream(source: Readable, signal?: AbortSignal): ReadableStream<Uint8Array> {
  let onAbort: (() => void) | null = null
  /** Ends the wait of the pending pull, if there is one. */
  let wake: (() => void) | null = null
  let isOver = false
  let failure: Error | null = null

  const settle = () => {
    isOver = true
    if (onAbort !== null) signal?.removeEventListener('abort', onAbort)
    onAbort = null
  }
  const wakeUp = () => {
    const waiting = wake
    wake = null
    waiting?.()
  }
  let isRead = false
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onAbort = () => {
          settle()
          source.destroy()
          controller.error(signal?.reason)
          wakeUp()
        }
        // The listener stays registered, because an error after destroy() would otherwise have no listener and end the
        // process.
        source.on('error', (error) => {
          failure = error
          wakeUp()
        })
        if (signal?.aborted === true) onAbort()
        else signal?.addEventListener('abort', onAbort, { once: true })
      },
      async pull(controller) {
        if (!isRead) {
          isRead = true
          for (const event of ['readable', 'end', 'close']) source.on(event, wakeUp)
        }
        for (let hasWaited = false; ;) {
          if (isOver) return
          const buffered = source.readableLength
          // Waiting for one turn of the event loop brings the next chunk of a fast source, and costs a slow source
          // nothing.
          if (buffered > 0 && buffered < chunkBytesWanted && !hasWaited && !source.readableEnded) {
            hasWaited = true
            await new Promise(setImmediate)
            continue
          }
          const chunk = source.read() as Uint8Array | null
          if (chunk !== null) {
            controller.enqueue(chunk)
            return
          }
          if (source.readableEnded) {
            settle()
            controller.close()
            return
          }
          if (source.destroyed) {
            settle()
            throw failure ?? source.errored ?? new Error('the source was cut off')
          }
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      },
      cancel() {
        settle()
        source.destroy()
        wakeUp()
      },
    },
    // No chunk is requested before somebody reads, because the source itself buffers.
    { highWaterMark: 0 },
  )
  sources().set(stream, source)
  return stream
}
