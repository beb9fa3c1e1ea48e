import type { Named } from './demo'

/** Objects that are found by id and by name. Several may have the same name. */
export class Directory {
  readonly #byId = new Map<string, Named>()
  readonly #byName = new Map<string, Named[]>()

  constructor(things: readonly Named[]) {
    this.add(things)
  }

  all(): Named[] {
    return [...this.#byId.values()]
  }
  byId(id: string): Named | undefined {
    return this.#byId.get(id)
  }
  /** All objects with this name, ignoring case. */
  byName(name: string): readonly Named[] {
    return this.#byName.get(name.toLowerCase()) ?? []
  }

  add(things: readonly Named[]): void {
    for (const thing of things) {
      if (this.#byId.has(thing.id)) continue
      this.#byId.set(thing.id, thing)
      const key = thing.name.toLowerCase()
      const others = this.#byName.get(key)
      if (others) others.push(thing)
      else this.#byName.set(key, [thing])
    }
  }
}
