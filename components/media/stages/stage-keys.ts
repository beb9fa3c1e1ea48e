import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'

/** What a stage does with a key before the viewer leafs by it; true when it did something. */
export type StageKey = (event: KeyboardEvent) => boolean

/** Where the stage that is shown puts its keys. The dialog keeps arrow keys from the registry of shortcuts. */
export class StageKeySlot {
  #key: StageKey | null = null

  /** Takes the keys until the returned function is called. */
  take(key: StageKey): () => void {
    this.#key = key
    return () => {
      if (this.#key === key) this.#key = null
    }
  }

  act(event: KeyboardEvent): boolean {
    return this.#key?.(event) ?? false
  }
}

export function useStageKeys(slot: StageKeySlot, onKey: StageKey): void {
  const act = useEffectEvent(onKey)
  useEffect(() => slot.take((event) => act(event)), [slot])
}
