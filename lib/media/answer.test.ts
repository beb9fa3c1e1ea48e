import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import * as ids from '@/lib/ids'
import { answerMedia, answerMediaHead, type MediaRequest } from './answer'
import type { CallOptions, RawAnswer, RawInput } from '@/lib/service/types'

function serviceThatAnswers(answer: Partial<RawAnswer>) {
  const asked: Array<{ input: RawInput | undefined; options: CallOptions | undefined }> = []
  const raw = (_operation: string, input?: RawInput, options?: CallOptions): Promise<RawAnswer> => {
    asked.push({ input, options })
    return Promise.resolve({ status: 200, headers: {}, bytes: null, stream: null, ...answer })
  }
  return { asked, raw }
}

function requestFor(headers: Record<string, string> = {}): MediaRequest {
  return {
    auditId: ids.auditId.parse('audit_1'),
    mediaId: ids.mediaId.parse('m1'),
    headers: new Headers(headers),
    signal: new AbortController().signal,
    requestId: 'r1',
    policy: (contentType) => ({ 'content-type': contentType ?? 'application/octet-stream', 'x-policy': 'on' }),
  }
}

/** An endless stream that counts the bytes that were read. */
function endlessSource() {
  const state = { bytesGiven: 0 }
  const stream = new Readable({
    highWaterMark: 64 * 1024,
    read() {
      state.bytesGiven += 64 * 1024
      this.push(Buffer.alloc(64 * 1024))
    },
  })
  return { stream, state }
}

describe('a file', () => {
  it('is requested from the service with only the browser’s headers for ranges and revalidation', async () => {
    const service = serviceThatAnswers({
      status: 206,
      bytes: Buffer.from('b'),
      headers: { 'content-range': 'bytes 1-1/3' },
    })
    const headers = {
      range: 'bytes=1-1',
      'if-range': '"e"',
      'if-none-match': '"e"',
      cookie: 'secret',
      'x-forwarded-for': '1',
    }
    const response = await answerMedia(service, requestFor(headers))
    expect(service.asked[0]?.input?.headers).toEqual({ range: 'bytes=1-1', 'if-range': '"e"', 'if-none-match': '"e"' })
    expect(service.asked[0]?.options?.lane).toBe('person')
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('bytes 1-1/3')
    expect(await response.text()).toBe('b')
  })

  it('is sent with only the allowed headers and those of the policy', async () => {
    const headers = { 'set-cookie': 'a=b', server: 'x', etag: '"e"', 'content-type': 'image/png' }
    const response = await answerMedia(serviceThatAnswers({ bytes: Buffer.from('x'), headers }), requestFor())
    expect(Object.fromEntries(response.headers)).toEqual({ etag: '"e"', 'content-type': 'image/png', 'x-policy': 'on' })
  })

  it.each([304, 416])('is sent with status %i without a body', async (status) => {
    const headers = { etag: '"e"', 'content-length': '7' }
    const response = await answerMedia(
      serviceThatAnswers({ status, bytes: Buffer.from('{error}'), headers }),
      requestFor(),
    )
    expect(response.status).toBe(status)
    expect(response.headers.get('etag')).toBe('"e"')
    expect(await response.text()).toBe('')
  })

  it.each([
    [204, 'not_found', 'does not have the content'],
    [404, 'not_found', 'cannot find'],
    [401, 'upstream_refused', 'token'],
    [429, 'upstream_throttled', 'too many requests'],
    [503, 'upstream_failed', '503'],
  ])('for which the service responds with %i becomes the problem %s', async (status, code, words) => {
    const { stream } = endlessSource()
    const failed = answerMedia(serviceThatAnswers({ status, stream }), requestFor())
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining(words) as string })
    expect(stream.destroyed).toBe(true)
  })

  it('is read from the service only as fast as the browser reads it', async () => {
    const { stream, state } = endlessSource()
    const response = await answerMedia(serviceThatAnswers({ stream }), requestFor())
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    for (let chunk = 0; chunk < 4; chunk += 1) await reader.read()
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(state.bytesGiven).toBeLessThanOrEqual(8 * 64 * 1024)
    await reader.cancel()
  })

  it('is no longer requested from the service when the browser leaves', async () => {
    const { stream } = endlessSource()
    const response = await answerMedia(serviceThatAnswers({ stream }), requestFor())
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const closed = once(stream, 'close')
    await reader.cancel()
    await closed
    expect(stream.destroyed).toBe(true)
  })

  it('never looks complete if it breaks off', async () => {
    const stream = new Readable({ read() {} })
    stream.on('error', () => {})
    const response = await answerMedia(serviceThatAnswers({ stream }), requestFor())
    stream.push('half')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    stream.destroy(new Error('reset'))
    await expect(reader.read()).rejects.toThrow('reset')
  })
})

describe('HEAD', () => {
  it('determines the size by reading one byte', async () => {
    const headers = { 'content-range': 'bytes 0-0/12345', 'content-length': '1', 'accept-ranges': 'bytes' }
    const service = serviceThatAnswers({ status: 206, bytes: Buffer.from('x'), headers })
    const response = await answerMediaHead(service, requestFor({ range: 'bytes=5-' }))
    expect(service.asked[0]?.input?.headers).toEqual({ range: 'bytes=0-0' })
    expect([response.status, response.headers.get('content-length'), response.headers.get('content-range')]).toEqual([
      200,
      '12345',
      null,
    ])
  })

  it('aborts a download at once when the service ignores ranges', async () => {
    const { stream } = endlessSource()
    const response = await answerMediaHead(
      serviceThatAnswers({ stream, headers: { 'content-length': '9' } }),
      requestFor(),
    )
    expect(stream.destroyed).toBe(true)
    expect(response.headers.get('content-length')).toBe('9')
  })
})
