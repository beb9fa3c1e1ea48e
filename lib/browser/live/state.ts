/**
 * Whether this page is told of changes at once. `off`: not begun. `connecting`: it was told until a moment ago, or is about
 * to be. `live`: it is told. `down`: it is not, and asks by itself as often as its queries say.
 */
export type LiveState = 'off' | 'connecting' | 'live' | 'down'

let state: LiveState = 'off'
const listeners = new Set<() => void>()

export function readLiveState(): LiveState {
  return state
}

export function setLiveState(next: LiveState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export function subscribeLiveState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Enough to find what an event missed: the console told it, and nobody heard. */
const liveMs = 60_000

/** From one poll to the next: as asked for, and rarely while changes are told anyway. */
export function pollMs(ms: number): number {
  return state === 'live' ? Math.max(ms, liveMs) : ms
}
