import type { EventKind } from './schema'

/**
 * The latest events in the order in which this process received them, numbered without gaps. A position is that number
 * and the id of the process, because numbers of another process mean nothing here.
 */
export interface RingEntry {
  seq: number
  kind: EventKind
  bytes: Uint8Array
  /** When it was read, by the clock of this process. */
  at: number
}

/** `lost`: some events after that id are no longer here. */
export type Place = { kind: 'after'; seq: number } | { kind: 'lost' }

export interface Ring {
  readonly last: number
  add(event: { kind: EventKind; ids: readonly string[] | null }, at: number): RingEntry
  /** Events after that one, oldest first. */
  after(seq: number): RingEntry[]
  find(id: string): Place
  /** The position before the events since an instant. */
  since(at: number): number
  idOf(seq: number): string
}

const keptMax = 1_000
const encoder = new TextEncoder()

/** `life`: an id of the process, letters and digits. */
export function createRing(life: string): Ring {
  let entries: RingEntry[] = []
  let last = 0
  const idOf = (seq: number) => `${life}-${seq}`
  const first = () => entries[0]?.seq ?? last + 1
  const after = (seq: number) => entries.slice(Math.max(0, seq + 1 - first()))
  return {
    get last() {
      return last
    },
    idOf,
    after,
    add: ({ kind, ids }, at) => {
      last += 1
      const bytes = encoder.encode(`id: ${idOf(last)}\ndata: ${JSON.stringify({ kind, ids })}\n\n`)
      const entry = { seq: last, kind, bytes, at }
      entries.push(entry)
      if (entries.length >= 2 * keptMax) entries = entries.slice(-keptMax)
      return entry
    },
    find: (id) => {
      const read = /^([a-z0-9]+)-(\d{1,15})$/.exec(id)
      if (read === null || read[1] !== life) return { kind: 'lost' }
      const seq = Number(read[2])
      return seq > last || seq < first() - 1 ? { kind: 'lost' } : { kind: 'after', seq }
    },
    since: (at) => {
      const index = entries.findIndex((entry) => entry.at >= at)
      return index === -1 ? last : (entries[index]?.seq ?? last + 1) - 1
    },
  }
}
