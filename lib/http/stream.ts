import type { Readable } from 'node:stream'

/** How much is passed on in one chunk if the source has it. Larger chunks save promises of the web stream. */
const chunkBytesWanted = 192 * 1024

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
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onAbort = () => {
          settle()
          source.destroy()
          controller.error(signal?.reason)
          wakeUp()
        }
        source.on('readable', wakeUp)
        source.on('end', wakeUp)
        // The listener stays registered, because an error after destroy() would otherwise have no listener and end the
        // process.
        source.on('error', (error) => {
          failure = error
          wakeUp()
        })
        source.on('close', wakeUp)
        if (signal?.aborted === true) onAbort()
        else signal?.addEventListener('abort', onAbort, { once: true })
      },
      async pull(controller) {
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
}
