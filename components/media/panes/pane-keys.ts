import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'

/** Handles a key before the viewer uses it to change files. Returns true if it did something. */
export type PaneKey = (event: KeyboardEvent) => boolean

/** The key handler of the open pane. It exists because the dialog keeps arrow keys from the registry of shortcuts. */
export class PaneKeySlot {
  #key: PaneKey | null = null

  /** Handles keys until the returned function is called. */
  take(key: PaneKey): () => void {
    this.#key = key
    return () => {
      if (this.#key === key) this.#key = null
    }
  }

  act(event: KeyboardEvent): boolean {
    return this.#key?.(event) ?? false
  }
}

export function usePaneKeys(slot: PaneKeySlot, onKey: PaneKey): void {
  const act = useEffectEvent(onKey)
  useEffect(() => slot.take((event) => act(event)), [slot])
}
