import 'server-only'
import { Readable } from 'node:stream'
import type { Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import * as ids from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import type { RawAnswer, Service } from '@/lib/service/types'
import type { ZipFile } from './files'

/**
 * Invariant: a file arrives complete, or as a stream that reports if it is incomplete, or as the reason why it is
 * missing. Once bytes were passed on, retries only request the rest.
 */
export type FetchedFile =
  | { kind: 'whole'; chunks: readonly Uint8Array[]; bytes: number }
  /** Chunks of a file that is too large to buffer. Rejects with `IncompleteFile` if the rest cannot be read. */
  | { kind: 'stream'; pieces: AsyncIterable<Uint8Array> }
  | { kind: 'missing'; reason: string }

/** The rest of a file whose beginning is already in the zip cannot be read. */
export class IncompleteFile extends Error {
  override readonly name = 'IncompleteFile'
}

export interface FetchOptions {
  service: Pick<Service, 'raw'>
  signal: AbortSignal
  clock: Clock
  /** Waits for room in memory. Called once for each file before its bytes are read. */
  reserve: (bytes: number) => Promise<void>
}

/** Files up to this size are read completely before their entry begins, so that they are never truncated. */
export const wholeBytesMax = 8 * 1024 * 1024

/** Pauses before retries, in addition to the pauses of the client itself. */
const pausesMs = [500, 2_000, 8_000] as const

const reasons: Readonly<Record<number, string>> = {
  204: serverText('media.files.noContent'),
  401: serverText('media.files.tokenRefused'),
  403: serverText('media.files.forbidden'),
  404: serverText('media.files.notFound'),
  410: serverText('media.files.deleted'),
}
/** Statuses after which a retry may succeed. */
const isPassing = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500

type Tried =
  | { kind: 'answer'; answer: RawAnswer }
  | { kind: 'final'; reason: string }
  | { kind: 'again'; reason: string }

async function tryOnce(file: ZipFile, from: number, etag: string | null, options: FetchOptions): Promise<Tried> {
  const { service, signal } = options
  const headers: Record<string, string> = {}
  if (from > 0) {
    headers['range'] = `bytes=${from}-`
    if (etag !== null) headers['if-range'] = etag
  }
  let answer: RawAnswer
  try {
    const params = { auditId: ids.auditId.parse(file.inspection.auditId), mediaId: ids.mediaId.parse(file.mediaId) }
    // A zip uses the background lane, so that photos on screens come first.
    answer = await service.raw('getInspectionMedia', { params, headers }, { lane: 'background', signal })
  } catch (error) {
    signal.throwIfAborted()
    const reason = error instanceof AppError ? error.text : serverText('media.files.noAnswer')
    return { kind: 'again', reason }
  }
  if (answer.status === 200 || answer.status === 206) return { kind: 'answer', answer }
  answer.stream?.destroy()
  const reason = reasons[answer.status] ?? serverText('media.files.status', { status: answer.status })
  return { kind: isPassing(answer.status) ? 'again' : 'final', reason }
}

function lengthOf({ headers, bytes }: RawAnswer): number | null {
  if (bytes !== null) return bytes.byteLength
  const length = headers['content-length']
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
}

/** The strong ETag of a response. A weak one does not guarantee that the bytes are the same. */
function tagOf({ headers }: RawAnswer): string | null {
  const etag = headers['etag']
  return etag === undefined || etag.startsWith('W/') ? null : etag
}

interface Body {
  stream: Readable
  iterator: AsyncIterator<Buffer>
}

function openBody(stream: Readable): Body {
  return { stream, iterator: stream[Symbol.asyncIterator]() as AsyncIterator<Buffer> }
}

/**
 * Requests one file from the service.
 * @throws only the reason of `signal`
 */
export async function fetchFile(file: ZipFile, options: FetchOptions): Promise<FetchedFile> {
  if (!file.isFetchable) return { kind: 'missing', reason: serverText('media.files.badId') }
  let reason = ''
  for (const pauseMs of [0, ...pausesMs]) {
    if (pauseMs > 0) await options.clock.sleep(pauseMs, options.signal)
    const tried = await tryOnce(file, 0, null, options)
    if (tried.kind === 'final') return { kind: 'missing', reason: tried.reason }
    if (tried.kind === 'answer') {
      const read = await readAnswer(file, tried.answer, options)
      if (read !== null) return read
      reason = serverText('media.files.cutOff')
    } else reason = tried.reason
  }
  return { kind: 'missing', reason: serverText('media.files.tried', { reason, count: pausesMs.length + 1 }) }
}

/** Reads a response. Null: it was cut off before any bytes were passed on. */
async function readAnswer(file: ZipFile, answer: RawAnswer, options: FetchOptions): Promise<FetchedFile | null> {
  const { stream, bytes } = answer
  const length = lengthOf(answer)
  if (stream === null) {
    const all = bytes ?? new Uint8Array()
    await options.reserve(all.byteLength)
    return { kind: 'whole', chunks: all.byteLength === 0 ? [] : [all], bytes: all.byteLength }
  }
  // The stream may fail while it waits for room. Its reader gets the error later.
  stream.on('error', () => {})
  const start = { etag: tagOf(answer), length }
  if (length !== null && length > wholeBytesMax) {
    await options.reserve(0)
    return { kind: 'stream', pieces: readOn(file, [], openBody(stream), start, options) }
  }
  await options.reserve(length ?? wholeBytesMax)
  const body = openBody(stream)
  const chunks: Buffer[] = []
  let taken = 0
  try {
    while (taken <= wholeBytesMax) {
      const next = await body.iterator.next()
      if (next.done === true) {
        if (length !== null && taken !== length) return null
        return { kind: 'whole', chunks, bytes: taken }
      }
      chunks.push(next.value)
      taken += next.value.byteLength
    }
  } catch {
    options.signal.throwIfAborted()
    stream.destroy()
    return null
  }
  return { kind: 'stream', pieces: readOn(file, chunks, body, start, options) }
}

/** Chunks of a large file. If the file breaks off, the rest is requested by range. */
async function* readOn(
  file: ZipFile,
  head: readonly Buffer[],
  first: Body,
  start: { etag: string | null; length: number | null },
  options: FetchOptions,
): AsyncGenerator<Uint8Array> {
  let body = first
  let given = 0
  try {
    for (const chunk of head) {
      given += chunk.byteLength
      yield chunk
    }
    for (let tries = 0; ;) {
      try {
        for (;;) {
          const next = await body.iterator.next()
          if (next.done === true) break
          given += next.value.byteLength
          tries = 0
          yield next.value
        }
        if (start.length === null || given >= start.length) return
      } catch (error) {
        options.signal.throwIfAborted()
        if (error instanceof IncompleteFile) throw error
      }
      body.stream.destroy()
      for (let rest: Body | null = null; rest === null; tries += 1) {
        const pauseMs = pausesMs[tries]
        if (pauseMs === undefined) throw new IncompleteFile(serverText('media.files.cutOffAfter', { bytes: given }))
        await options.clock.sleep(pauseMs, options.signal)
        rest = await openRest(file, given, start.etag, options)
        if (rest !== null) body = rest
      }
    }
  } finally {
    body.stream.destroy()
  }
}

/** The bytes of a file from `from` on; null if they cannot be read now. */
async function openRest(file: ZipFile, from: number, etag: string | null, options: FetchOptions): Promise<Body | null> {
  const tried = await tryOnce(file, from, etag, options)
  if (tried.kind === 'final') throw new IncompleteFile(serverText('media.files.restMissing', { reason: tried.reason }))
  if (tried.kind === 'again') return null
  const { answer } = tried
  const isRest = answer.status === 206 && answer.headers['content-range']?.startsWith(`bytes ${from}-`) === true
  // If the service ignores ranges, the beginning arrives again and is skipped. Another ETag means other content.
  if (!isRest && (answer.status === 206 || (etag !== null && tagOf(answer) !== etag))) {
    answer.stream?.destroy()
    throw new IncompleteFile(serverText('media.files.restDiffers'))
  }
  const stream = answer.stream ?? toStream(answer.bytes)
  stream.on('error', () => {})
  const body = openBody(stream)
  return isRest ? body : skip(body, from)
}

function toStream(bytes: Uint8Array | null): Readable {
  return Readable.from(bytes === null || bytes.byteLength === 0 ? [] : [Buffer.from(bytes)])
}

/** `body` without its first bytes. */
function skip({ stream, iterator }: Body, bytes: number): Body {
  let left = bytes
  const next = async (): Promise<IteratorResult<Buffer>> => {
    for (;;) {
      const result = await iterator.next()
      if (result.done === true || left === 0) return result
      const rest = result.value.subarray(Math.min(left, result.value.byteLength))
      left -= result.value.byteLength - rest.byteLength
      if (rest.byteLength > 0) return { done: false, value: rest }
    }
  }
  return { stream, iterator: { next } }
}
