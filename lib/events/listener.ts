import 'server-only'
import type { Place, Ring } from './ring'
import type { EventKind } from './schema'
import { streamTimes, streamWords } from './values-model'

export interface Listener {
  /** The kinds of events that the listener receives. */
  kinds: ReadonlySet<EventKind>
  /** Accepts bytes of the stream at once. A listener that cannot keep up removes itself from the hub. */
  send(bytes: Uint8Array): void
  /** Ends the stream. */
  end(): void
}

/** A listener that missed more than this loads everything again, which is less work. */
const missedBytesMax = 64 * 1024
const encoder = new TextEncoder()

/** A message without an event: a comment for proxies, and an event for the reader. */
export const encodeWord = (word: string, id: string, before = ''): Uint8Array =>
  encoder.encode(`${before}: ${word}\nevent: ${word}\nid: ${id}\ndata: 1\n\n`)

/** Sends a new listener its first bytes: where it continues, and the events that it missed or `reset`. */
export function greetListener(ring: Ring, listener: Listener, after: string | null, nowMs: number): void {
  const place: Place =
    after === null ? { kind: 'after', seq: ring.since(nowMs - streamTimes.recentMs) } : ring.find(after)
  const missed = place.kind === 'lost' ? [] : ring.after(place.seq).filter(({ kind }) => listener.kinds.has(kind))
  const bytes = missed.reduce((sum, entry) => sum + entry.bytes.byteLength, 0)
  const isLost = place.kind === 'lost' || bytes > missedBytesMax
  const id = ring.idOf(isLost ? ring.last : place.seq)
  listener.send(encodeWord(streamWords.hello, id, `retry: ${streamTimes.retryMs}\n`))
  if (isLost) listener.send(encoder.encode(`id: ${id}\ndata: ${JSON.stringify({ kind: 'reset', ids: null })}\n\n`))
  else for (const entry of missed) listener.send(entry.bytes)
}
