import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ThumbCache, thumbKey } from './cache'
import { recipeVersion } from './thumbnail'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'sightline-thumbs-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const open = (options: Partial<ConstructorParameters<typeof ThumbCache>[0]> = {}) =>
  new ThumbCache({ dir: path.join(dir, 'thumbs'), bytesMax: 1_000_000, ...options })

const keyOf = (n: number) => thumbKey('audit_1', `m${n}`)
const picture = (n: number, length = 1_000) => Buffer.alloc(length, n)

function listFiles(below = dir): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/** The file of a thumbnail on disk. */
function fileOf(key: string): string {
  const file = listFiles().find((name) => name.includes(key))
  if (file === undefined) throw new Error('not on disk')
  return file
}

describe('thumbnails on disk', () => {
  it('have the same ETag after a restart, separately for each size', async () => {
    const written = await open().write(keyOf(1), 'small', picture(1))
    await open().write(keyOf(1), 'large', picture(2))
    const later = open()
    const read = await later.read(keyOf(1), 'small')
    expect(Buffer.from(read?.bytes ?? []).equals(picture(1))).toBe(true)
    expect(read?.etag).toBe(written.etag)
    expect(written.etag).toMatch(/^"[\w-]{27}"$/)
    expect((await later.read(keyOf(1), 'large'))?.etag).not.toBe(written.etag)
    expect(await later.read(keyOf(1), 'medium')).toBeNull()
    expect(await later.read(keyOf(2), 'small')).toBeNull()
  })

  it('can only be read by the user of the process', async () => {
    await open().write(keyOf(1), 'small', picture(1))
    const folders = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isDirectory())
    expect(folders.length).toBeGreaterThanOrEqual(3)
    for (const { parentPath, name } of folders) expect(statSync(path.join(parentPath, name)).mode & 0o777).toBe(0o700)
    for (const file of listFiles()) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('have names that reveal nothing and are unique', () => {
    const ids = [
      ['a', 'bc'],
      ['ab', 'c'],
      ['a.b', 'c'],
      ['a', 'b.c'],
      ['A', 'bc'],
    ] as const
    const keys = ids.map(([auditId, mediaId]) => thumbKey(auditId, mediaId))
    expect(new Set(keys).size).toBe(ids.length)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{40}$/)
  })

  it.each([
    ['a flipped bit', (bytes: Buffer) => bytes.fill((bytes[500] ?? 0) ^ 1, 500, 501)],
    ['a missing end', (bytes: Buffer) => bytes.subarray(0, 700)],
    ['an empty file', () => Buffer.alloc(0)],
    ['only its header', (bytes: Buffer) => bytes.subarray(0, 36)],
    ['only zeros, as after a power failure', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ])('are removed if their file is damaged: %s', async (_what, damage) => {
    await open().write(keyOf(1), 'small', picture(1))
    const file = fileOf(keyOf(1))
    writeFileSync(file, damage(readFileSync(file)))
    expect(await open().read(keyOf(1), 'small')).toBeNull()
    expect(listFiles()).toEqual([])
  })

  it('stay below the limit because the least recently used ones are deleted in the background', async () => {
    let now = Date.now()
    const day = 24 * 60 * 60_000
    const cache = open({ bytesMax: 20_000, memoryBytesMax: 0, now: () => now })
    await cache.sweep()
    for (let n = 0; n < 18; n += 1) {
      await cache.write(keyOf(n), 'small', picture(n))
      utimesSync(fileOf(keyOf(n)), (now - 10 * day) / 1_000 + n, (now - 10 * day) / 1_000 + n)
    }
    now += day
    // Uses the oldest one, so that it is no longer the least recently used.
    expect(await cache.read(keyOf(0), 'small')).not.toBeNull()
    await expect.poll(() => statSync(fileOf(keyOf(0))).mtimeMs).toBeGreaterThan(now - 1_000)
    await cache.write(keyOf(18), 'small', picture(18))
    await cache.write(keyOf(19), 'small', picture(19))
    await expect.poll(() => cache.diskBytes ?? Infinity).toBeLessThanOrEqual(18_000)
    await cache.sweep()
    const kept = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await cache.read(keyOf(n), 'small')) && n),
    )
    expect(kept.filter((n) => n !== null)).toEqual([0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  })

  it('of an earlier process count towards the limit', async () => {
    const before = open()
    for (let n = 0; n < 10; n += 1) await before.write(keyOf(n), 'small', picture(n))
    const after = open({ bytesMax: 5_000 })
    await after.sweep()
    expect(listFiles().reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(4_500)
    expect(after.diskBytes).toBeLessThanOrEqual(4_500)
  })

  it('of another version are deleted, but other files are kept', async () => {
    const root = path.join(dir, 'thumbs')
    for (const name of [`v${recipeVersion + 1}`, 'v0', 'notes']) {
      mkdirSync(path.join(root, name), { recursive: true })
      writeFileSync(path.join(root, name, 'x'), 'x')
    }
    await open().write(keyOf(1), 'small', picture(1))
    await open().sweep()
    expect(readdirSync(root).toSorted()).toEqual(['new', 'notes', `v${recipeVersion}`])
  })

  it('are returned even if the disk refuses them, which is logged once a minute', async () => {
    let now = 0
    const told: unknown[] = []
    writeFileSync(path.join(dir, 'thumbs'), 'a file where the folder should be')
    const cache = open({ now: () => now, onTrouble: (error) => told.push(error) })
    for (let n = 0; n < 5; n += 1) {
      const { bytes } = await cache.write(keyOf(n), 'small', picture(n))
      expect(bytes.byteLength).toBe(1_000)
    }
    expect(told).toHaveLength(1)
    now += 61_000
    await cache.write(keyOf(9), 'small', picture(9))
    expect(told).toHaveLength(2)
    expect(await cache.read(keyOf(9), 'small')).not.toBeNull()
  })

  it('have a limited number of copies in memory', async () => {
    const cache = open({ memoryBytesMax: 3_000 })
    for (let n = 0; n < 6; n += 1) await cache.write(keyOf(n), 'small', picture(n))
    for (const file of listFiles()) rmSync(file)
    const kept = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => cache.read(keyOf(n), 'small')))
    expect(kept.map((one) => one !== null)).toEqual([false, false, false, true, true, true])
  })

  it(
    'are complete or missing after kill -9 during a write, and nothing else is left',
    { tags: ['full'], timeout: 60_000 },
    async () => {
      const root = path.join(dir, 'thumbs')
      const writer = `
      const { ThumbCache, thumbKey } = await import(${JSON.stringify(path.join(process.cwd(), 'lib/media/thumbs/cache.ts'))})
      const cache = new ThumbCache({ dir: ${JSON.stringify(root)}, bytesMax: 1e9 })
      process.stdout.write('go')
      for (let n = 0; ; n += 1) await Promise.all([0, 1, 2, 3].map((m) =>
        cache.write(thumbKey('audit_1', 'm' + ((n * 4 + m) % 40)), 'small', Buffer.alloc(300_000, n))))`
      const whole: number[] = []
      for (let round = 0; round < 5; round += 1) {
        const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', writer], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        await once(child.stdout, 'data')
        await expect.poll(() => listFiles().length, { timeout: 20_000 }).toBeGreaterThan(10)
        child.kill('SIGKILL')
        await once(child, 'exit')
        const cache = open({ bytesMax: 1e9 })
        await cache.sweep()
        expect(readdirSync(path.join(root, 'new'))).toEqual([])
        const files = listFiles()
        const read = await Promise.all(Array.from({ length: 40 }, (_, n) => cache.read(keyOf(n), 'small')))
        whole.push(read.filter((one) => one !== null).length)
        // Reading removes incomplete files, so all files were complete.
        expect(read.filter((one) => one !== null)).toHaveLength(files.length)
      }
      expect(Math.min(...whole)).toBeGreaterThan(5)
      chmodSync(dir, 0o700)
    },
  )
})
