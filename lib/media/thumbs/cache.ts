import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openThumb, sealThumb, type Thumb } from './kept-thumb'
import { recipeVersion } from './thumbnail'
import type { ThumbSize } from '@/lib/media/model'

/**
 * Thumbnails on disk. A file is written under a temporary name and then renamed, so that it is always complete under
 * its final name. It begins with the hash of its own bytes, so that a damaged file is detected at its next use and
 * created again. A lost thumbnail only costs time, so failures here never fail a request.
 */

/** A second store, which consoles share. Its methods never reject. Contents are checked like files on disk. */
export interface SharedThumbs {
  read(name: string): Promise<Buffer | null>
  write(name: string, content: Buffer): Promise<void>
}

export interface ThumbCacheOptions {
  /** A folder that only the cache uses. */
  dir: string
  /** Limit on disk. */
  bytesMax: number
  /** Limit of the copies in memory. */
  memoryBytesMax?: number
  shared?: SharedThumbs | null
  now?: () => number
  /** Receives errors of the disk, at most one a minute. */
  onTrouble?: (error: unknown) => void
}

/** Larger thumbnails are not kept in memory, because people open them one by one. */
const memoryEntryBytesMax = 96 * 1024
/** An eviction leaves this share of the limit in use, so that the next write does not have to evict again. */
const keptShare = 0.9
/** Accuracy of a file's time of last use. Updating it at each use would cost more than reading the file. */
const useExactMs = 60 * 60_000
const troubleEveryMs = 60_000
const statsAtOnce = 16

interface Entry {
  thumb: Thumb
  usedAt: number
}

/** The name for thumbnails of a file. It is the same on every machine. */
export function thumbKey(auditId: string, mediaId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([auditId, mediaId]))
    .digest('hex')
    .slice(0, 40)
}

export class ThumbCache {
  readonly #options: Required<ThumbCacheOptions>
  readonly #root: string
  readonly #temporary: string
  /** Copies in memory, least recently used first. */
  readonly #memory = new Map<string, Entry>()
  #memoryBytes = 0
  /** Bytes on disk; null until the first sweep. */
  #diskBytes: number | null = null
  #diskFiles: number | null = null
  #hits = 0
  #misses = 0
  #sweeping: Promise<void> | null = null
  #lastTroubleAt = Number.NEGATIVE_INFINITY
  readonly #shards = new Set<string>()

  constructor(options: ThumbCacheOptions) {
    this.#options = {
      memoryBytesMax: 24 * 1024 * 1024,
      shared: null,
      now: Date.now,
      onTrouble: () => undefined,
      ...options,
    }
    this.#root = path.join(options.dir, `v${recipeVersion}`)
    this.#temporary = path.join(options.dir, 'new')
  }

  /** The thumbnail, or null if it is not stored. Never rejects. */
  async read(key: string, size: ThumbSize): Promise<Thumb | null> {
    const thumb = await this.#find(key, size)
    if (thumb === null) this.#misses += 1
    else this.#hits += 1
    return thumb
  }

  async #find(key: string, size: ThumbSize): Promise<Thumb | null> {
    const name = `${key}-${size}`
    const now = this.#options.now()
    const kept = this.#memory.get(name)
    if (kept !== undefined) {
      this.#memory.delete(name)
      this.#memory.set(name, kept)
      if (now - kept.usedAt >= useExactMs) {
        kept.usedAt = now
        void this.#touch(name, now)
      }
      return kept.thumb
    }
    const file = await readFile(this.#fileOf(name)).catch((error: unknown) => this.#miss(error))
    if (file === null) return await this.#findShared(name, now)
    const thumb = openThumb(file)
    if (thumb === null) {
      await this.#remove(name, file.byteLength)
      return null
    }
    this.#remember(name, thumb, now)
    void this.#touchWhenOld(name, now)
    return thumb
  }

  /** Finds a thumbnail that another console created, and stores it on this disk too. */
  async #findShared(name: string, now: number): Promise<Thumb | null> {
    const content = (await this.#options.shared?.read(sharedName(name))) ?? null
    const thumb = content === null ? null : openThumb(content)
    if (content === null || thumb === null) return null
    this.#remember(name, thumb, now)
    await this.#store(name, content).catch((error: unknown) => this.#report(error))
    return thumb
  }

  /** Stores a thumbnail and returns it, even if the disk refuses it. */
  async write(key: string, size: ThumbSize, bytes: Uint8Array): Promise<Thumb> {
    const name = `${key}-${size}`
    const { thumb, content } = sealThumb(bytes)
    this.#remember(name, thumb, this.#options.now())
    void this.#options.shared?.write(sharedName(name), content)
    try {
      await this.#store(name, content)
    } catch (error) {
      this.#report(error)
    }
    return thumb
  }

  /**
   * Deletes partial files of an earlier process, files of other versions, and above the limit the least recently used
   * files. Runs by itself at the first write and when the limit is exceeded.
   */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepNow()
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#sweeping = null
      })
    return this.#sweeping
  }

  /** Bytes on disk; null until they are counted. */
  get diskBytes(): number | null {
    return this.#diskBytes
  }

  /** The size of the cache (null until it is counted) and the number of hits in this process. */
  get figures(): { files: number | null; bytes: number | null; bytesMax: number; hits: number; misses: number } {
    const { bytesMax } = this.#options
    return { files: this.#diskFiles, bytes: this.#diskBytes, bytesMax, hits: this.#hits, misses: this.#misses }
  }

  #fileOf(name: string): string {
    return path.join(this.#root, name.slice(0, 2), `${name}.webp`)
  }

  async #store(name: string, content: Buffer): Promise<void> {
    const file = this.#fileOf(name)
    const shard = path.dirname(file)
    if (!this.#shards.has(shard)) {
      await mkdir(this.#temporary, { recursive: true, mode: 0o700 })
      await mkdir(shard, { recursive: true, mode: 0o700 })
      this.#shards.add(shard)
    }
    const fresh = path.join(this.#temporary, `${process.pid}-${randomBytes(9).toString('hex')}`)
    try {
      await writeFile(fresh, content, { mode: 0o600, flag: 'wx' })
      await rename(fresh, file)
    } catch (error) {
      // The folder may have been deleted, so the next write creates it again.
      this.#shards.delete(shard)
      await rm(fresh, { force: true }).catch(() => undefined)
      throw error
    }
    if (this.#diskBytes === null) return void this.sweep()
    this.#diskBytes += content.byteLength
    this.#diskFiles = (this.#diskFiles ?? 0) + 1
    if (this.#diskBytes > this.#options.bytesMax) void this.sweep()
  }

  async #sweepNow(): Promise<void> {
    const isFirst = this.#diskBytes === null
    if (isFirst) await this.#sweepLeftovers()
    const files = await this.#list()
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    // Later writes are added to these numbers. Writes during the listing may be counted twice, which the next sweep
    // corrects.
    this.#diskBytes = total
    this.#diskFiles = files.length
    if (total <= this.#options.bytesMax) return
    files.sort((one, other) => one.usedAt - other.usedAt)
    for (const { name, bytes } of files) {
      if (total <= this.#options.bytesMax * keptShare) break
      await this.#remove(name, bytes)
      total -= bytes
    }
  }

  async #sweepLeftovers(): Promise<void> {
    const own = `${process.pid}-`
    for (const name of await readdir(this.#temporary).catch(() => []))
      // Files of this process may be in progress. Others are leftovers, because only one console uses the folder.
      if (!name.startsWith(own)) await rm(path.join(this.#temporary, name), { force: true })
    for (const name of await readdir(this.#options.dir).catch(() => []))
      if (/^v\d+$/.test(name) && name !== path.basename(this.#root))
        await rm(path.join(this.#options.dir, name), { recursive: true, force: true })
  }

  async #list(): Promise<Array<{ name: string; bytes: number; usedAt: number }>> {
    const found: Array<{ name: string; bytes: number; usedAt: number }> = []
    for (const shard of await readdir(this.#root).catch(() => [])) {
      const names = await readdir(path.join(this.#root, shard)).catch(() => [])
      for (let at = 0; at < names.length; at += statsAtOnce) {
        const some = names.slice(at, at + statsAtOnce)
        const facts = await Promise.all(some.map((file) => stat(path.join(this.#root, shard, file)).catch(() => null)))
        for (const [index, fact] of facts.entries())
          if (fact !== null)
            found.push({ name: (some[index] ?? '').replace(/\.webp$/, ''), bytes: fact.size, usedAt: fact.mtimeMs })
      }
    }
    return found
  }

  #remember(name: string, thumb: Thumb, now: number): void {
    if (thumb.bytes.byteLength > memoryEntryBytesMax) return
    this.#forget(name)
    this.#memory.set(name, { thumb, usedAt: now })
    this.#memoryBytes += thumb.bytes.byteLength
    for (const oldest of this.#memory.keys()) {
      if (this.#memoryBytes <= this.#options.memoryBytesMax) break
      this.#forget(oldest)
    }
  }

  #forget(name: string): void {
    const entry = this.#memory.get(name)
    if (entry === undefined) return
    this.#memory.delete(name)
    this.#memoryBytes -= entry.thumb.bytes.byteLength
  }

  async #remove(name: string, bytes: number): Promise<void> {
    this.#forget(name)
    try {
      await unlink(this.#fileOf(name))
      if (this.#diskBytes !== null) this.#diskBytes -= bytes
      if (this.#diskFiles !== null) this.#diskFiles -= 1
    } catch (error) {
      this.#miss(error)
    }
  }

  async #touchWhenOld(name: string, now: number): Promise<void> {
    const facts = await stat(this.#fileOf(name)).catch(() => null)
    if (facts !== null && now - facts.mtimeMs >= useExactMs) await this.#touch(name, now)
  }

  async #touch(name: string, now: number): Promise<void> {
    await utimes(this.#fileOf(name), now / 1_000, now / 1_000).catch((error: unknown) => this.#miss(error))
  }

  /** A missing file is not an error. */
  #miss(error: unknown): null {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) this.#report(error)
    return null
  }

  #report(error: unknown): void {
    const now = this.#options.now()
    if (now - this.#lastTroubleAt < troubleEveryMs) return
    this.#lastTroubleAt = now
    this.#options.onTrouble(error)
  }
}

const sharedName = (name: string) => `v${recipeVersion}/${name.slice(0, 2)}/${name}.webp`
