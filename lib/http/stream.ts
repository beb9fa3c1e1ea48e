import type { Readable } from 'node:stream'

/** What a reader is given at once, when the source has it: each chunk costs a round through the web stream's promises. */
const chunkBytesWanted = 192 * 1024

/**
 * A node stream as a web stream. Reads all that is buffered in one chunk, stops the source when the reader is slow,
 * and destroys it when the reader leaves or `signal` fires, so that nothing upstream goes on for nobody.
 */
export function toWebStream(source: Readable, signal?: AbortSignal): ReadableStream<Uint8Array> {
  let onAbort: (() => void) | null = null
  /** Settles the pull that waits, if one does. */
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
        // Stays to the end: after destroy() a late error would have no listener and end the process.
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
          // One turn of the event loop brings the next piece of a source that flows, and costs a slow one nothing.
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
    // No chunk is asked for before someone reads: the source itself buffers.
    { highWaterMark: 0 },
  )
}
