import 'server-only'
import { createHash, type Hash } from 'node:crypto'
import { makeZip } from 'client-zip'
import { createTimeWriter } from '@/lib/csv/csv'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import { fetchFile, IncompleteFile, type FetchedFile, type FetchOptions } from './fetch'
import type { ZipFile } from './files'
import { createManifestWriter, manifestHead, type ZipOutcome } from './manifest'

/**
 * Invariant: only the few files that were requested ahead are in memory, regardless of the number of files and the
 * speed of the reader. Files are written one by one, so files ahead reserve room in the same order.
 */

const aheadMax = 4
const heldBytesMax = 16 * 1024 * 1024

/** Room in memory, assigned in the order of requests. A file that is larger than the total gets all room alone. */
class Room {
  #used = 0
  readonly #waiting: Array<{ bytes: number; enter: () => void }> = []

  take(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, enter: resolve })
      this.#letIn()
    })
  }

  /** Adds bytes without waiting, for a file that already has room. */
  add(bytes: number): void {
    this.#used += bytes
  }

  give(bytes: number): void {
    this.#used -= bytes
    this.#letIn()
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#used > 0 && this.#used + next.bytes > heldBytesMax) return
      this.#waiting.shift()
      this.#used += next.bytes
      next.enter()
    }
  }
}

interface Ahead {
  fetched: Promise<FetchedFile>
  /** Gives its room back. */
  release: () => void
}

/** What a stream requires from its job. */
export interface ZipRun extends Omit<FetchOptions, 'reserve'> {
  files: readonly ZipFile[]
  /** Names of entries by position. */
  names: readonly string[]
  zone: string
  language?: PageLanguage
  /** Resolves when work may continue: at once, or at the end of a pause. Rejects if the zip has ended. */
  gate: () => Promise<void>
  onBytes: (bytes: number) => void
  onFile: (position: number, outcome: ZipOutcome) => void
}

const nothing = () => {}

/** Requests files in advance, while earlier ones are being written. */
function createFetcher(run: ZipRun): (position: number) => Ahead {
  const room = new Room()
  const ahead = new Map<number, Ahead>()
  let before: Promise<void> = Promise.resolve()
  const start = (file: ZipFile): Ahead => {
    let held: number | null = null
    let isReleased = false
    let pass = nothing
    const mine = before
    // Later files wait until this one has its room, or needs none; otherwise they could fill it.
    before = new Promise((resolve) => (pass = resolve))
    const reserve = async (bytes: number) => {
      if (held !== null) {
        room.add(Math.max(0, bytes - held))
        held = Math.max(held, bytes)
        return
      }
      held = 0
      await mine
      await room.take(bytes)
      if (isReleased) room.give(bytes)
      else held = bytes
      pass()
    }
    const fetched = run.gate().then(() => fetchFile(file, { ...run, reserve }))
    // Settled or failed: nobody waits behind it. A failure reaches the reader of `fetched`.
    fetched.then(pass, pass)
    return {
      fetched,
      release: () => {
        if (isReleased) return
        isReleased = true
        room.give(held ?? 0)
      },
    }
  }
  return (position) => {
    for (let at = position; at < Math.min(run.files.length, position + aheadMax); at += 1) {
      const file = run.files[at]
      if (file !== undefined && !ahead.has(at)) ahead.set(at, start(file))
    }
    const asked = ahead.get(position)
    ahead.delete(position)
    if (asked === undefined) throw new RangeError('no such file')
    return asked
  }
}

const earliest = new Date(1980, 0, 1)
const latest = new Date(2107, 11, 31)

/** Entries of a zip have local times without a zone. These are times in `zone`. */
function createClockTimes(zone: string): (instant: string) => Date {
  const time = createTimeWriter(zone)
  return (instant) => {
    const local = new Date(time(instant).slice(0, 19))
    if (Number.isNaN(local.getTime()) || local < earliest) return earliest
    return local > latest ? latest : local
  }
}

/** Maximum size of a chunk, because a checksum over more bytes would block other work of the process. */
const pieceBytesMax = 256 * 1024

function* cut(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.byteLength; at += pieceBytesMax) yield chunk.subarray(at, at + pieceBytesMax)
}

interface Entry {
  name: string
  lastModified: Date
  input: string | AsyncIterable<Uint8Array>
}

async function* listEntries(run: ZipRun): AsyncGenerator<Entry> {
  const fetchAt = createFetcher(run)
  const clockTime = createClockTimes(run.zone)
  const line = createManifestWriter(run.zone, run.language)
  const manifest = [manifestHead]
  const incomplete: string[] = []
  for (const [position, file] of run.files.entries()) {
    const name = run.names[position] ?? ''
    const { fetched, release } = fetchAt(position)
    try {
      const content = await fetched
      await run.gate()
      let outcome: ZipOutcome = { status: 'missing', reason: null, bytes: 0, sha256: null }
      if (content.kind === 'missing') outcome.reason = content.reason
      else {
        const written = { bytes: 0, hash: createHash('sha256'), problem: null as string | null }
        const lastModified = clockTime(file.takenAt ?? file.inspection.modifiedAt)
        yield { name, lastModified, input: writePieces(run, content, written) }
        outcome = toOutcome(written)
      }
      if (outcome.status === 'incomplete') incomplete.push(name)
      manifest.push(line(file, name, outcome))
      run.onFile(position, outcome)
    } finally {
      release()
    }
  }
  const now = clockTime(new Date(run.clock.now()).toISOString())
  if (incomplete.length > 0) {
    const head = renderText(serverText('media.zips.incomplete'), run.language)
    const text = `${head}\r\n${incomplete.join('\r\n')}\r\n`
    yield { name: 'INCOMPLETE.txt', lastModified: now, input: text }
  }
  yield { name: 'manifest.csv', lastModified: now, input: manifest.join('') }
}

interface Written {
  bytes: number
  hash: Hash
  problem: string | null
}

function toOutcome({ bytes, hash, problem }: Written): ZipOutcome {
  return problem === null
    ? { status: 'included', reason: null, bytes, sha256: hash.digest('hex') }
    : { status: 'incomplete', reason: problem, bytes, sha256: null }
}

/** The bytes of a file. If it breaks off, it is marked as incomplete and the zip continues. */
async function* writePieces(
  run: ZipRun,
  content: Exclude<FetchedFile, { kind: 'missing' }>,
  written: Written,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of content.kind === 'whole' ? content.chunks : content.pieces) {
      for (const piece of cut(chunk)) {
        await run.gate()
        written.bytes += piece.byteLength
        written.hash.update(piece)
        yield piece
        run.onBytes(piece.byteLength)
      }
    }
  } catch (error) {
    if (!(error instanceof IncompleteFile)) throw error
    written.problem = error.message
  }
}

/** Streams a zip only as fast as it is read. Fails with the errors of `gate` or the signal. */
export function streamZip(run: ZipRun): ReadableStream<Uint8Array> {
  return makeZip(listEntries(run), { buffersAreUTF8: true })
}
