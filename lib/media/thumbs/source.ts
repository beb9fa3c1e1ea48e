import { AppError } from '@/lib/errors'
import type { AuditId, MediaId } from '@/lib/ids'
import type { RawAnswer, Service } from '@/lib/service/types'
import { askFile } from '@/lib/media/answer'
import { serverText } from '@/lib/server-text'
import { sniffBytes } from './format'
import { requireThumbFormat } from './thumbnail'

/** Larger than any photo. A longer file is aborted as soon as its length is known. */
export const sourceBytesMax = 60 * 1024 * 1024

const sourceMsMax = 45_000

export interface SourceRequest {
  auditId: AuditId
  mediaId: MediaId
  signal: AbortSignal
  requestId: string
}

/**
 * Requests a whole picture by id. A file that is not a picture is aborted after its first bytes, so that a video only
 * costs one packet.
 * @throws AppError unsupported; too_large; unavailable if it takes too long; otherwise the error for the service's
 * status
 */
export async function readSource(
  service: Pick<Service, 'raw'>,
  request: SourceRequest,
  timeoutMs = sourceMsMax,
): Promise<Uint8Array> {
  const late = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([request.signal, late])
  try {
    const answer = await askFile(service, { ...request, signal }, {})
    return await takeWhole(answer, signal)
  } catch (error) {
    if (request.signal.aborted || error instanceof AppError) throw error
    if (!late.aborted)
      throw new AppError('upstream_failed', serverText('media.thumbs.cutOff'), {
        cause: error,
      })
    throw new AppError('unavailable', serverText('media.thumbs.late'), {
      cause: error,
      details: { retryAfterSeconds: 30 },
    })
  }
}

async function takeWhole({ headers, bytes, stream }: RawAnswer, signal: AbortSignal): Promise<Uint8Array> {
  const announced = Number(headers['content-length'] ?? 0)
  if (stream === null) {
    requireThumbFormat(bytes ?? new Uint8Array())
    return bytes ?? new Uint8Array()
  }
  // An error in the loop destroys the stream, which aborts the download.
  const onAbort = () => stream.destroy(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    if (announced > sourceBytesMax) throw tooLong()
    const chunks: Buffer[] = []
    let length = 0
    let isKnown = false
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.byteLength
      if (length > sourceBytesMax) throw tooLong()
      if (isKnown || length < sniffBytes) continue
      requireThumbFormat(Buffer.concat(chunks))
      isKnown = true
    }
    const whole = Buffer.concat(chunks)
    requireThumbFormat(whole)
    return whole
  } finally {
    signal.removeEventListener('abort', onAbort)
    // An aborted stream may still emit an error, which needs a listener.
    stream.on('error', () => undefined)
    stream.destroy()
  }
}

function tooLong(): AppError {
  return new AppError('too_large', serverText('media.thumbs.tooLarge'))
}
