import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

export const defaultBodyBytesMax = 1_000_000

function tooLarge(bytesMax: number): AppError {
  return new AppError('too_large', serverText('http.bodyTooLarge', { bytes: bytesMax }))
}

/**
 * Reads a whole request body of at most `bytesMax` bytes. Stops reading at the first byte over the limit, even if
 * Content-Length is missing (chunked) or wrong.
 * @throws AppError too_large
 */
export async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > bytesMax) {
    await request.body?.cancel()
    throw tooLarge(bytesMax)
  }
  if (request.body === null) return new Uint8Array(0)
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > bytesMax) {
      await reader.cancel()
      throw tooLarge(bytesMax)
    }
    chunks.push(value)
  }
  const [first] = chunks
  if (chunks.length === 1 && first !== undefined) return first
  return Buffer.concat(chunks, size)
}

const depthMax = 64

/**
 * Refuses names that would reach an object's prototype when code copies or merges the value, and nesting that would
 * exhaust the stack. `constructor` alone is a valid field name. It is an attack only if it contains `prototype`.
 * @throws AppError invalid
 */
export function refusePrototypeKeys(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > depthMax) throw new AppError('invalid', serverText('http.bodyTooDeep'))
  if (Array.isArray(value)) {
    for (const item of value) refusePrototypeKeys(item, depth + 1)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new AppError('invalid', serverText('http.fieldName'))
    if (key === 'constructor' && typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype'))
      throw new AppError('invalid', serverText('http.fieldName'))
    refusePrototypeKeys(inner, depth + 1)
  }
}

/** Whether a Content-Type header means JSON, with or without parameters. False for the types that a form can send. */
export function isJsonType(contentType: string | null): boolean {
  return contentType !== null && /^application\/json\s*(?:;|$)/i.test(contentType)
}

/**
 * Parses a JSON body.
 * @throws AppError invalid (not UTF-8, not JSON, prototype keys)
 */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new AppError('invalid', serverText('http.bodyNotJson'), { cause: error })
  }
  refusePrototypeKeys(value)
  return value
}

/**
 * Reads and parses a JSON body of at most `bytesMax` bytes.
 * @throws AppError unsupported (not application/json), too_large, invalid (not UTF-8, not JSON, prototype keys)
 */
export async function readJson(request: Request, bytesMax: number): Promise<unknown> {
  if (!isJsonType(request.headers.get('content-type'))) {
    await request.body?.cancel()
    throw new AppError('unsupported', serverText('common.notJsonType'))
  }
  return parseJson(await readBytes(request, bytesMax))
}
