/**
 * Whether this page receives changes at once. `off`: not started. `connecting`: it received changes until a moment ago,
 * or is about to. `live`: it receives changes. `down`: it does not. Then it refetches once a minute everything that changes
 * would refresh, and polls at the intervals of its queries.
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

/** Often enough to find changes whose event was lost on the way. */
const liveMs = 60_000

/** The interval of polls: as requested, or longer while changes are pushed. */
export function pollMs(ms: number): number {
  return state === 'live' ? Math.max(ms, liveMs) : ms
}
