import { describe, expect, it } from 'vitest'
import type { InspectionDocument, MediaRef } from '@/lib/standin/types'
import { assets, readMediaId, type Asset } from './catalog'
import { searchPage, startBench, type Bench } from '@/lib/standin/testing'

/** One media reference per kind of asset, found in the demo itself. */
async function findMedia(
  bench: Bench,
  fits: (asset: Asset) => boolean,
): Promise<{ media: MediaRef; document: InspectionDocument }> {
  const { audits } = await searchPage(bench, 'order=desc&archived=both')
  for (const { audit_id } of audits) {
    const document = (await bench.json(`/audits/${audit_id}`)) as unknown as InspectionDocument
    const media = document.media?.find(({ media_id }) => {
      const asset = readMediaId(media_id)
      return asset !== null && fits(asset)
    })
    if (media) return { media, document }
  }
  throw new Error('the demo has no such media')
}

const starts: Record<string, RegExp> = {
  jpg: /^ffd8ffe1/,
  png: /^89504e470d0a1a0a/,
  pdf: /^25504446/,
  mp4: /^.{8}66747970/,
  heic: /^.{8}6674797068656963/,
}

describe('media', () => {
  it('of every kind is served whole, with its type and bytes of that type', { tags: ['full'] }, async () => {
    await using bench = await startBench()
    for (const kind of ['photo', 'video', 'document', 'signature', 'drawing'] as const) {
      const { media } = await findMedia(bench, (asset) => asset.kind === kind)
      const answer = await bench.ask(media.href)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([kind, answer.status, answer.headers.get('content-type')]).toEqual([
        kind,
        200,
        assets.find(({ ext, file }) => ext === media.file_ext && file !== null)?.type ?? 'application/pdf',
      ])
      expect(bytes.subarray(0, 12).toString('hex')).toMatch(starts[media.file_ext] ?? /^$/)
      expect(answer.headers.get('content-length')).toBe(String(bytes.length))
      expect(answer.headers.get('accept-ranges')).toBe('bytes')
    }
    const { media } = await findMedia(bench, (asset) => asset.ext === 'heic')
    const heic = await bench.ask(media.href)
    expect(heic.headers.get('content-type')).toBe('image/heic')
    expect(
      Buffer.from(await heic.arrayBuffer())
        .subarray(0, 12)
        .toString('hex'),
    ).toMatch(starts['heic'] ?? /^$/)
  })

  it('returns 206 and only the requested bytes for a range, 416 for a range outside the file, and the whole file for a malformed or multiple range', async () => {
    await using bench = await startBench()
    const { media } = await findMedia(bench, (asset) => asset.kind === 'video')
    const whole = Buffer.from(await (await bench.ask(media.href)).arrayBuffer())
    const size = whole.length
    const get = async (range: string, more: Record<string, string> = {}) => {
      const answer = await bench.ask(media.href, { headers: { range, ...more } })
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        bytes: Buffer.from(await answer.arrayBuffer()),
        etag: answer.headers.get('etag') ?? '',
      }
    }
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=100-', 100, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=5-${size * 2}`, 5, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const) {
      const part = await get(range)
      expect([range, part.status, part.range]).toEqual([range, 206, `bytes ${start}-${end}/${size}`])
      expect(part.bytes.equals(whole.subarray(start, end + 1))).toBe(true)
    }
    expect(await get(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
    expect((await get('bytes=-0')).status).toBe(416)
    for (const range of ['bytes=9-3', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=-'])
      expect([range, (await get(range)).status]).toEqual([range, 200])
    const { etag } = await get('bytes=0-0')
    expect((await get('bytes=0-3', { 'if-range': etag })).status).toBe(206)
    expect((await get('bytes=0-3', { 'if-range': '"another"' })).status).toBe(200)
  })

  it('returns 304 and no body for a known entity tag', async () => {
    await using bench = await startBench()
    const { media } = await findMedia(bench, (asset) => asset.kind === 'photo' && asset.ext === 'jpg')
    const etag = (await bench.ask(media.href)).headers.get('etag') ?? ''
    const again = await bench.ask(media.href, { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
    expect((await bench.ask(media.href, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('returns 204 for content that has not arrived yet, and 404 for media of another inspection', async () => {
    await using bench = await startBench()
    const { media } = await findMedia(bench, (asset) => asset.kind === 'missing')
    const empty = await bench.ask(media.href)
    expect([empty.status, empty.headers.get('content-type'), (await empty.arrayBuffer()).byteLength]).toEqual([
      204,
      null,
      0,
    ])
    const { document } = await findMedia(bench, (asset) => asset.kind === 'photo')
    const foreign = await bench.ask(`/audits/${document.audit_id}/media/${media.media_id}`)
    expect([foreign.status, await foreign.json()]).toMatchObject([404, { statusCode: 404 }])
  })

  it(
    'has different metadata in two photos of one scene, and the same bytes for the same photo every time',
    { tags: ['full'] },
    async () => {
      await using bench = await startBench()
      const tags = new Map<string, string>()
      const { audits } = await searchPage(bench, 'order=desc&limit=60')
      for (const { audit_id } of audits) {
        const document = (await bench.json(`/audits/${audit_id}`)) as unknown as InspectionDocument
        for (const media of document.media ?? []) {
          if (media.file_ext !== 'jpg' || readMediaId(media.media_id)?.kind === 'missing') continue
          const etag = (await bench.ask(media.href)).headers.get('etag') ?? ''
          expect(tags.get(etag) ?? media.media_id).toBe(media.media_id)
          tags.set(etag, media.media_id)
          expect((await bench.ask(media.href)).headers.get('etag')).toBe(etag)
        }
      }
      expect(tags.size).toBeGreaterThan(20)
    },
  )

  it('has a PDF certificate of two pages with a correct object table', async () => {
    await using bench = await startBench()
    const { media } = await findMedia(bench, (asset) => asset.kind === 'document')
    const text = Buffer.from(await (await bench.ask(media.href)).arrayBuffer()).toString('latin1')
    const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    expect(text.slice(tableAt, tableAt + 4)).toBe('xref')
    const offsets = [...text.slice(tableAt).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
    for (const [at, offset] of offsets.entries()) expect(text.slice(offset).startsWith(`${at + 1} 0 obj\n`)).toBe(true)
    expect(text.match(/\/Type \/Page /g)).toHaveLength(2)
    for (const [, length, content] of text.matchAll(/<< \/Length (\d+) >>\nstream\n([^]*?)\nendstream/g))
      expect(content).toHaveLength(Number(length))
  })
})
