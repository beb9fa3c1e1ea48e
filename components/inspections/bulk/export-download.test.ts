// @vitest-environment jsdom
import * as fc from 'fast-check'
import { createTranslator } from 'next-intl'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstColumns, readColumns } from '@/lib/inspections/model'
import { auditId } from '@/lib/ids'
import { en } from '@/lib/testing/english'
import '@/lib/testing/random-runs'
import { createLineCounter, download, openSink, type ExportOrder, type FileSink } from './export-download'

const order: ExportOrder = {
  params: { q: ['fork lift'], 'site!': ['Leeds'] },
  columns: firstColumns,
  group: null,
  selection: null,
  zone: 'Europe/Berlin',
  viewName: null,
  fileName: 'inspections.csv',
  format: 'csv',
  hasLinks: false,
}

function createSink() {
  const log: string[] = []
  let text = ''
  const sink: FileSink = {
    write: async (bytes) => void (text += new TextDecoder().decode(bytes)),
    close: async () => void log.push('close'),
    abort: async () => void log.push('abort'),
  }
  return { sink, log, read: () => text }
}

/** Answers with a body in pieces; with `fails` the connection breaks after them. */
function serve(pieces: readonly string[], total: number, fails = false) {
  const asked: Array<{ url: string; init: RequestInit }> = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    const left = [...pieces]
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = left.shift()
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
        else if (fails) controller.error(new TypeError('network error'))
        else controller.close()
      },
    })
    return new Response(body, { headers: { 'x-total-rows': String(total) } })
  })
  return asked
}

const refuse = (name: string) => async () => {
  throw new DOMException('', name)
}

const { signal } = new AbortController()
const t = createTranslator({ locale: 'en', messages: en, namespace: 'shell.listExport' })
afterEach(() => vi.unstubAllGlobals())

describe('an export in the browser', () => {
  it('reports the number of rows, and closes the file after the last one', async () => {
    const asked = serve(['Title\r\n', 'a\r\n"b\r\n', 'c"\r\nd\r\n'], 3)
    const { sink, log, read } = createSink()
    const told: string[] = []
    const rows = await download(order, sink, {
      signal,
      onProgress: (count, total) => told.push(`${count} of ${total}`),
      t,
    })
    expect([rows, told, log]).toEqual([3, ['0 of 3', '1 of 3', '3 of 3'], ['close']])
    expect(read()).toBe('Title\r\na\r\n"b\r\nc"\r\nd\r\n')
    expect(asked[0]?.url).toBe(
      '/api/inspections/export?q=fork+lift&site%21=Leeds&columns=title%2Ctemplate%2Csite%2Cauthor%2Cscore%2Cfailed%2Cresult%2Cmodified&zone=Europe%2FBerlin&format=csv&links=false',
    )
  })

  it.each([
    ['breaks off', true, 3],
    ['ends early', false, 3],
  ])('discards the file of a response that %s', async (_, fails, total) => {
    serve(['Title\r\n', 'a\r\n'], total, fails)
    const { sink, log } = createSink()
    await expect(download(order, sink, { signal, onProgress: () => {}, t })).rejects.toMatchObject({
      name: 'ApiError',
      message: expect.stringContaining('interrupted') as string,
    })
    expect(log).toEqual(['abort'])
  })

  it('passes on the error of the server, and ends without an error when it is canceled', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json(
        { code: 'throttled', detail: 'Two exports are running already.', retryAfterSeconds: 10 },
        { status: 429 },
      ),
    )
    const { sink, log } = createSink()
    await expect(download(order, sink, { signal, onProgress: () => {}, t })).rejects.toMatchObject({
      code: 'throttled',
      message: 'Two exports are running already.',
    })
    const leaving = new AbortController()
    vi.stubGlobal('fetch', async () => {
      leaving.abort()
      throw leaving.signal.reason
    })
    await expect(download(order, sink, { signal: leaving.signal, onProgress: () => {}, t })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(log).toEqual(['abort', 'abort'])
  })

  it('sends selected rows in a body, with columns and name', async () => {
    const asked = serve(['Title\r\n'], 0)
    const { sink } = createSink()
    const selection = { kind: 'ids', ids: [auditId.parse('audit_1')] } as const
    const chosen = { ...order, selection, columns: readColumns('title,score:90'), viewName: 'Leeds' }
    await download(chosen, sink, { signal, onProgress: () => {}, t })
    expect(asked[0]?.init).toMatchObject({ method: 'POST', headers: { 'x-requested-with': 'sightline' } })
    const body = asked[0]?.init.body
    expect(typeof body === 'string' && JSON.parse(body)).toEqual({
      columns: 'title,score:90',
      zone: ['Europe/Berlin'],
      name: 'Leeds',
      format: 'csv',
      links: 'false',
      params: order.params,
      selection,
    })
  })

  it('counts lines regardless of where the pieces are cut', () => {
    const text = 'a,"x\r\n""y"""\r\n"",b\r\n"\n"\r\n'
    const bytes = new TextEncoder().encode(text)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
        const count = createLineCounter()
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
        let from = 0
        let lines = 0
        for (const end of ends) {
          lines = count(bytes.slice(from, end))
          from = end
        }
        expect(lines).toBe(3)
      }),
    )
  })

  it('starts nothing when the person cancels the choice of a file', async () => {
    vi.stubGlobal('showSaveFilePicker', refuse('AbortError'))
    expect(await openSink('a.csv', 'csv')).toBeNull()
    // A browser that forbids the question must behave like one that cannot ask.
    vi.stubGlobal('showSaveFilePicker', refuse('SecurityError'))
    expect(await openSink('a.csv', 'csv')).not.toBeNull()
  })
})
