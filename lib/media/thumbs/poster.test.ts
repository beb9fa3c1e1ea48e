import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import * as ids from '@/lib/ids'
import { posterLimits } from '@/lib/media/values-model'
import { answerThumb } from './answer'
import { ThumbCache } from './cache'
import { keepPoster } from './poster'
import { Thumbs } from './thumbs'

let db: TestDatabase
let dir: string
let thumbs: Thumbs
let asked: number
beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(`insert into inspections (audit_id, modified_at) values ('audit_1', now())`)
  const files = [
    ['clip', 'video', 'mp4', true],
    ['movie', 'video', 'mov', true],
    ['paper', 'pdf', 'pdf', true],
    ['phone', 'file', 'heic', true],
    ['photo', 'image', 'jpg', true],
    ['a/b', 'video', 'mp4', false],
  ] as const
  for (const [at, [id, kind, ext, isFetchable]] of files.entries())
    await db.query(
      `insert into inspection_media
         (audit_id, position, media_id, kind, ext, is_fetchable, is_hidden, failed, number, number_of)
       values ('audit_1', $1, $2, $3, $4, $5, false, false, 1, 1)`,
      [at, id, kind, ext, isFetchable],
    )
})
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'sightline-posters-'))
  asked = 0
  thumbs = new Thumbs({
    service: () => ({
      raw: () => {
        asked += 1
        return Promise.reject(new Error('not asked'))
      },
    }),
    cache: new ThumbCache({ dir, bytesMax: 10_000_000 }),
  })
  return () => rmSync(dir, { recursive: true, force: true })
})
afterAll(() => db.close())

const picture = (color: string, width = 640, height = 360) =>
  sharp({ create: { width, height, channels: 3, background: color } })
const request = (mediaId: string) => ({
  auditId: ids.auditId.parse('audit_1'),
  mediaId: ids.mediaId.parse(mediaId),
  owner: 'ann',
  signal: new AbortController().signal,
})
const give = (mediaId: string, bytes: Buffer) =>
  keepPoster({ ...request(mediaId), image: bytes.toString('base64') }, { db, thumbs })
const show = (mediaId: string, size: 'small' | 'medium' | 'large' = 'small') =>
  answerThumb(thumbs, new Headers(), { ...request(mediaId), size, requestId: 'r1' }, { makesNone: true })

describe('a poster', () => {
  it.each(['clip', 'movie', 'paper', 'phone'])(
    'of %s is shown in every size once a browser has created it',
    async (id) => {
      expect((await show(id)).status).toBe(204)
      expect(await give(id, await picture('red').jpeg().toBuffer())).toEqual({ isKept: true })
      for (const [size, width] of [
        ['small', 160],
        ['medium', 480],
        ['large', 640],
      ] as const) {
        const answer = await show(id, size)
        expect(answer.headers.get('content-type')).toBe('image/webp')
        expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(width)
      }
      expect(asked).toBe(0)
    },
  )

  it('is encoded again, so that only its pixels are stored', async () => {
    const secret = 'GPS 51.9 -8.5'
    const bytes = await picture('red')
      .jpeg()
      .withExif({ IFD0: { ImageDescription: secret } })
      .toBuffer()
    expect(bytes.includes(secret)).toBe(true)
    await give('clip', Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]))
    const kept = Buffer.from(await (await show('clip', 'large')).arrayBuffer())
    expect(kept.subarray(8, 12).toString()).toBe('WEBP')
    expect(kept.includes(secret)).toBe(false)
    expect(kept.includes('script')).toBe(false)
  })

  it('is not replaced by a later or simultaneous one', async () => {
    const [red, blue] = [await picture('red').png().toBuffer(), await picture('blue').png().toBuffer()]
    const both = await Promise.all([give('clip', red), give('clip', blue)])
    expect(both.filter(({ isKept }) => isKept)).toHaveLength(1)
    const before = (await show('clip')).headers.get('etag')
    expect(await give('clip', blue)).toEqual({ isKept: false })
    expect(await give('clip', red)).toEqual({ isKept: false })
    expect((await show('clip')).headers.get('etag')).toBe(before)
  })

  it.each([
    ['photo', 'unsupported'],
    ['gone', 'not_found'],
  ])('is refused for the file %s: %s', async (id, code) => {
    await expect(give(id, await picture('red').png().toBuffer())).rejects.toMatchObject({ code })
  })

  it.each<[string, () => Promise<Buffer>, string]>([
    ['text', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported'],
    ['a GIF', () => picture('red', 8, 8).gif().toBuffer(), 'unsupported'],
    ['a truncated picture', async () => (await picture('red').png().toBuffer()).subarray(0, 60), 'unsupported'],
    [
      'too many pixels',
      () =>
        picture('red', posterLimits.sidePx + 1, 10)
          .png()
          .toBuffer(),
      'too_large',
    ],
    [
      'too many bytes',
      async () => Buffer.concat([await picture('red').png().toBuffer(), Buffer.alloc(posterLimits.bytesMax)]),
      'too_large',
    ],
  ])('that is %s is refused and not stored', async (_, make, code) => {
    await expect(give('clip', await make())).rejects.toMatchObject({ code })
    expect((await show('clip')).status).toBe(204)
  })
})
