import 'server-only'
import type { Place, Ring } from './ring'
import { streamTimes, streamWords, type EventKind } from './schema'

export interface Listener {
  /** Kinds of events that it gets. */
  kinds: ReadonlySet<EventKind>
  /** Takes bytes of the stream at once. A listener that cannot keep up takes itself off the hub. */
  send(bytes: Uint8Array): void
  /** The stream ends. */
  end(): void
}

/** A listener that has missed more than this reads everything again: that is less. */
const missedBytesMax = 64 * 1024
const encoder = new TextEncoder()

/** A message that is no event: a comment for proxies on the way, and the same for the reader. */
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
