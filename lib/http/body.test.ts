import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/errors'
import { readBytes, readJson, refusePrototypeKeys } from './body'

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A request body without Content-Length, as in chunked uploads. It counts how many bytes were read. */
function openUpload(bytes: Uint8Array, chunkBytes: number) {
  const counted = { pulled: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = bytes.subarray(counted.pulled, counted.pulled + chunkBytes)
      if (chunk.byteLength === 0) return controller.close()
      counted.pulled += chunk.byteLength
      controller.enqueue(chunk)
    },
    cancel() {
      counted.isCancelled = true
    },
  })
  // Node requires `duplex` for streamed bodies, but the type lacks it.
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit
  return { request: new Request('http://127.0.0.1/', init), counted }
}

const limit = 100_000

const send = (body: BodyInit, type: string) =>
  readJson(new Request('http://127.0.0.1/', { method: 'POST', body, headers: { 'content-type': type } }), limit)

describe('a body', { tags: ['S20'] }, () => {
  it('is accepted up to the limit, and refused one byte above it', async () => {
    for (const size of [limit - 1, limit]) {
      const bytes = randomBytes(size)
      expect(digest(await readBytes(openUpload(bytes, 7_001).request, limit))).toBe(digest(bytes))
    }
    await expect(readBytes(openUpload(randomBytes(limit + 1), 7_001).request, limit)).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it('without a declared length is read only up to the limit', async () => {
    const { request, counted } = openUpload(randomBytes(50 * limit), 10_000)
    await expect(readBytes(request, limit)).rejects.toBeInstanceOf(AppError)
    expect(counted.pulled).toBeLessThanOrEqual(limit + 3 * 10_000)
    expect(counted.isCancelled).toBe(true)
  })

  it('with a declared length over the limit is not read at all', async () => {
    const { request, counted } = openUpload(randomBytes(2 * limit), 1_000)
    const declared = new Request(request, { headers: { 'content-length': String(limit + 1) } })
    await expect(readBytes(declared, limit)).rejects.toMatchObject({ code: 'too_large' })
    // Web streams read a few chunks ahead by themselves, so the count is not zero.
    expect(counted.pulled).toBeLessThanOrEqual(5_000)
  })

  it('is read as JSON only with the right type, encoding and syntax', async () => {
    expect(await send('{"a":1}', 'application/json; charset=utf-8')).toEqual({ a: 1 })
    await expect(send('{"a":1}', 'text/plain')).rejects.toMatchObject({ code: 'unsupported' })
    await expect(send('{"a":1}', 'application/json-seq')).rejects.toMatchObject({ code: 'unsupported' })
    for (const body of ['{', '', '{"a":1}x', new Uint8Array([0x22, 0xff, 0x22])])
      await expect(send(body, 'application/json')).rejects.toMatchObject({ code: 'invalid' })
  })

  it('with extreme nesting is refused without a crash', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const request = new Request('http://127.0.0.1/', {
      method: 'POST',
      body: deep,
      headers: { 'content-type': 'application/json' },
    })
    await expect(readJson(request, limit)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('may have a field named constructor, but none that reaches a prototype through it', () => {
    expect(() => refusePrototypeKeys({ constructor: 'Bob the builder' })).not.toThrow()
    expect(() => refusePrototypeKeys(JSON.parse('{"a":[{"constructor":{"prototype":{}}}]}'))).toThrow(AppError)
    expect(() => refusePrototypeKeys(JSON.parse('{"a":{"\\u005f_proto__":1}}'))).toThrow(AppError)
  })
})
