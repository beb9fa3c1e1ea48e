import { describe, expect, it } from 'vitest'
import { crc32 } from '@/lib/standin/media/bytes'
import { searchPage, startBench, testNow, type Bench } from '@/lib/standin/testing'

async function firstId(bench: Bench): Promise<string> {
  const id = (await searchPage(bench, 'limit=1&field=audit_id')).audits[0]?.audit_id
  if (id === undefined) throw new Error('the demo has no inspection')
  return id
}

/** Names and contents of a zip whose files are stored uncompressed; fails when a checksum is wrong. */
function readStoredZip(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50;) {
    const size = bytes.readUInt32LE(at + 18)
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26)
    const body = bytes.subarray(nameEnd, nameEnd + size)
    expect(bytes.readUInt32LE(at + 14)).toBe(crc32(body))
    files[bytes.toString('utf8', at + 30, nameEnd)] = body.toString('utf8')
    at = nameEnd + size
  }
  return files
}

const json = async (answer: Response) => ({
  status: answer.status,
  body: (await answer.json()) as Record<string, string>,
})
const post = (body?: unknown): RequestInit => ({
  method: 'POST',
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

describe('exports of the stand-in', () => {
  it('go from IN PROGRESS to SUCCESS, with an absolute, encoded href on the service that returns a PDF', async () => {
    let now = testNow
    await using bench = await startBench({ now: () => now })
    const id = await firstId(bench)
    const title = ((await bench.json(`/audits/${id}`))['audit_data'] as { name: string }).name
    const { id: exportId } = await bench.json(`/audits/${id}/export?format=pdf&timezone=Europe/Dublin`, post())
    const path = `/audits/${id}/exports/${String(exportId)}`
    expect(await bench.json(path)).toEqual({ id: exportId, status: 'IN PROGRESS' })
    now += 5_000
    const { status, href, filename } = await bench.json(path)
    expect(status).toBe('SUCCESS')
    expect(href).toBe(`${bench.standin.baseUrl}${path}/${encodeURIComponent(String(filename))}`)
    expect(filename).toContain('(')
    const file = await bench.ask(String(href))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    const text = Buffer.from(await file.arrayBuffer()).toString('latin1')
    expect(text.startsWith('%PDF-1.4')).toBe(true)
    expect(text.endsWith('%%EOF\n')).toBe(true)
    expect(text).toContain(title.replace(/[()]/g, '\\$&'))
    // Every offset in the PDF's table is the start of an object.
    for (const [, offset = ''] of text.matchAll(/^(\d{10}) 00000 n/gm))
      expect(text.slice(Number(offset))).toMatch(/^\d+ 0 obj/)
    expect((await bench.ask(`${path}/other.pdf`)).status).toBe(404)
    expect((await bench.ask(path, { token: null })).status).toBe(401)
  })

  it('include reports: SUCCESS gives an expiring link to a Word document that works with and without a token', async () => {
    let now = testNow
    await using bench = await startBench({ now: () => now })
    const id = await firstId(bench)
    const { messageId } = await bench.json(`/audits/${id}/report`, post({ format: 'WORD' }))
    expect(messageId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    const path = `/audits/${id}/report/${String(messageId)}`
    expect(await bench.json(path)).toEqual({ status: 'IN_PROGRESS' })
    now += 5_000
    const { status, url } = await bench.json(path)
    expect([status, new URL(String(url)).origin]).toEqual(['SUCCESS', bench.standin.baseUrl])
    const file = await bench.ask(String(url), { token: null })
    expect(file.headers.get('content-type')).toContain('wordprocessingml')
    const files = readStoredZip(Buffer.from(await file.arrayBuffer()))
    expect(Object.keys(files)).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/document.xml'])
    expect(files['word/document.xml']).toContain(id)
    expect(bench.standin.control.exports.signedWithToken).toBe(0)
    const withToken = await bench.ask(String(url))
    expect([withToken.status, withToken.headers.get('content-type')]).toEqual([200, file.headers.get('content-type')])
    expect(bench.standin.control.exports.signedWithToken).toBe(1)
    bench.standin.control.exports.set({ refuseTokens: true })
    expect((await bench.ask(String(url))).status).toBe(400)
    expect(bench.standin.control.exports.signedWithToken).toBe(2)
    expect((await bench.ask(String(url).replace('signature=', 'signature=0'), { token: null })).status).toBe(403)
    now += 61_000
    expect((await bench.ask(String(url), { token: null })).status).toBe(403)
    const again = await bench.json(path)
    expect(again['url']).not.toBe(url)
    expect((await bench.ask(String(again['url']), { token: null })).status).toBe(200)
  })

  it('can be made to fail, to return 404 first, and to use other statuses and link hosts', async () => {
    let now = testNow
    await using bench = await startBench({ now: () => now })
    const { exports } = bench.standin.control
    const id = await firstId(bench)
    exports.set({ failNext: 1, missNext: 1, word: 'QUEUED', linkOrigin: 'http://files.test' })
    const start = async () => (await bench.json(`/audits/${id}/export`, post()))['id']
    const first = `/audits/${id}/exports/${String(await start())}`
    expect((await bench.ask(first)).status).toBe(404)
    expect((await bench.json(first))['status']).toBe('QUEUED')
    const report = await bench.json(`/audits/${id}/report`, post({ format: 'PDF' }))
    now += 5_000
    expect(await json(await bench.ask(first))).toMatchObject({
      status: 200,
      body: { status: 'FAILED', error: expect.any(String) },
    })
    const { url } = await bench.json(`/audits/${id}/report/${String(report['messageId'])}`)
    expect(new URL(String(url)).origin).toBe('http://files.test')
    expect(exports.starts.get(id)).toBe(2)
  })

  it('have ids that are valid for one inspection and operation only, also after a restart', async () => {
    let now = testNow
    const ids = await (async () => {
      await using bench = await startBench({ now: () => now })
      const id = await firstId(bench)
      const { id: exportId } = await bench.json(`/audits/${id}/export?format=docx`, post())
      return { id, exportId: String(exportId) }
    })()
    now += 5_000
    await using bench = await startBench({ now: () => now })
    const path = `/audits/${ids.id}/exports/${ids.exportId}`
    expect(await bench.json(path)).toMatchObject({ status: 'SUCCESS', filename: expect.stringMatching(/\.docx$/) })
    const other = (await searchPage(bench, 'limit=2&field=audit_id')).audits[1]?.audit_id ?? ''
    expect((await bench.ask(`/audits/${other}/exports/${ids.exportId}`)).status).toBe(404)
    expect((await bench.ask(`/audits/${ids.id}/report/${ids.exportId}`)).status).toBe(404)
    expect((await bench.ask(`${path.slice(0, -1)}x`)).status).toBe(404)
  })

  it('accept the layouts of the template and refuse others', async () => {
    await using bench = await startBench()
    const [row] = (await searchPage(bench, 'limit=1&field=audit_id&field=template_id')).audits
    const id = row?.audit_id ?? ''
    const template = row?.template_id ?? ''
    const { preferences } = (await bench.json(`/preferences/search?template_id=${template}`)) as {
      preferences: Array<{ id: string }>
    }
    const { export_profiles: profiles } = (await bench.json(`/export_profiles/search?template=${template}`)) as {
      export_profiles: Array<{ id: string }>
    }
    expect([preferences.length, profiles.length]).toEqual([2, 2])
    const report = (preference_id: string) => bench.ask(`/audits/${id}/report`, post({ format: 'PDF', preference_id }))
    const whole = preferences[1]?.id ?? ''
    expect([
      (await report(whole)).status,
      (await report(whole.split(':')[1] ?? '')).status,
      (await report('nothing')).status,
    ]).toEqual([200, 200, 400])
    const start = (query: string) => bench.ask(`/audits/${id}/export?${query}`, post())
    expect((await start(`export_profile=${encodeURIComponent(profiles[0]?.id ?? '')}`)).status).toBe(200)
    expect((await start('export_profile=nothing')).status).toBe(404)
    expect((await start('format=xls')).status).toBe(400)
    expect((await start('timezone=Mars/North')).status).toBe(400)
    expect((await bench.ask(`/audits/${id}/report`, post({ format: 'pdf' }))).status).toBe(400)
    expect((await bench.ask('/audits/audit_0/report', post({ format: 'PDF' }))).status).toBe(404)
  })
})
