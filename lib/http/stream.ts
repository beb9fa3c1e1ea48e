import type { Readable } from 'node:stream'

/**
 * A node stream as a web stream. Reads all that is buffered in one chunk, stops the source when the reader is slow,
 * and destroys it when the reader leaves or `signal` fires, so that nothing upstream goes on for nobody.
 */
export function toWebStream(source: Readable, signal?: AbortSignal): ReadableStream<Uint8Array> {
  let onAbort: (() => void) | null = null
  const settle = () => {
    if (onAbort !== null) signal?.removeEventListener('abort', onAbort)
    onAbort = null
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // After destroy() a late error would have no listener and end the process.
        source.on('error', () => undefined)
        onAbort = () => {
          settle()
          source.destroy()
          controller.error(signal?.reason)
        }
        if (signal?.aborted === true) onAbort()
        else signal?.addEventListener('abort', onAbort, { once: true })
      },
      pull(controller) {
        return new Promise<void>((resolve, reject) => {
          const done = () => {
            source.off('readable', onReadable)
            source.off('end', onEnd)
            source.off('error', onError)
            source.off('close', onClose)
          }
          const onReadable = () => {
            const chunk = source.read() as Uint8Array | null
            if (chunk === null) return
            done()
            controller.enqueue(chunk)
            resolve()
          }
          const onEnd = () => {
            done()
            settle()
            controller.close()
            resolve()
          }
          const onError = (error: Error) => {
            done()
            settle()
            reject(error)
          }
          const onClose = () => {
            done()
            settle()
            // Our own abort has closed the stream already; what is left is a source that stopped half way.
            if (signal?.aborted === true) resolve()
            else reject(source.errored ?? new Error('the source was cut off'))
          }
          if (source.readableEnded) return onEnd()
          if (source.destroyed) return onClose()
          source.on('readable', onReadable)
          source.once('end', onEnd)
          source.once('error', onError)
          source.once('close', onClose)
          onReadable()
        })
      },
      cancel() {
        settle()
        source.destroy()
      },
    },
    // No chunk is asked for before someone reads: the source itself buffers.
    { highWaterMark: 0 },
  )
}
