import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ThumbCache, thumbKey } from './cache'
import { createS3Thumbs } from './s3-remote'

let folder: string
let server: S3rver
let url: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-s3-'))
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'thumbs' }],
  })
  const { port } = await server.run()
  url = `http://127.0.0.1:${port}/thumbs/sightline`
})
afterAll(async () => {
  await server.close().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
})

const countObjects = () =>
  readdirSync(path.join(folder, 's3'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('._S3rver_object'),
  ).length

let consoles = 0
/** The cache of a console with a separate disk. */
function openConsole({ keyId = 'S3RVER', address = url } = {}) {
  const troubles: unknown[] = []
  const clock = { nowMs: 0, now: () => clock.nowMs }
  const shared = createS3Thumbs({
    bucket: { url: address, region: 'eu-central-1', keyId, secret: 'S3RVER' },
    clock,
    onTrouble: (error) => troubles.push(error),
  })
  consoles += 1
  const cache = new ThumbCache({ dir: path.join(folder, `console-${consoles}`), bytesMax: 1_000_000, shared })
  return { cache, clock, troubles }
}

it('another console reads thumbnails of the first one and stores them on its own disk', async () => {
  const [first, second] = [openConsole(), openConsole()]
  const key = thumbKey('audit_1', 'm1')
  expect(await second.cache.read(key, 'small')).toBeNull()
  const made = await first.cache.write(key, 'small', Buffer.alloc(1_000, 7))
  await expect.poll(countObjects).toBe(1)
  expect(await second.cache.read(key, 'small')).toEqual(made)
  expect(second.cache.figures).toMatchObject({ hits: 1, misses: 1 })
  expect([first.troubles, second.troubles]).toEqual([[], []])
  await expect.poll(() => second.cache.figures.files).toBe(1)
})

it('an unavailable storage fails no request and is not used for a while', async () => {
  const refused = openConsole({ keyId: 'nobody' })
  const key = thumbKey('audit_1', 'm1')
  expect(await refused.cache.read(key, 'small')).toBeNull()
  expect(await refused.cache.read(key, 'medium')).toBeNull()
  expect(refused.troubles).toMatchObject([{ message: 'the storage answered GET with 403' }])
  refused.clock.nowMs += 15_000
  expect(await refused.cache.read(key, 'small')).toBeNull()
  expect(refused.troubles).toHaveLength(2)

  const away = openConsole({ address: 'http://127.0.0.1:1/thumbs' })
  const kept = await away.cache.write(key, 'small', Buffer.alloc(1_000, 8))
  await expect.poll(() => away.troubles.length).toBe(1)
  expect(await away.cache.read(key, 'small')).toEqual(kept)
})
