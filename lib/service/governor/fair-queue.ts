/**
 * Waiting requests by owner. Owners take turns, so that a person with a thousand requests delays another person's
 * single request by one turn and not by a thousand. Requests of one owner are served in order.
 */
export class FairQueue<Entry extends { readonly owner: string }> {
  /** In the order of turns. An owner has a turn while one of their requests waits. */
  readonly #turns = new Map<string, Set<Entry>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const own = this.#turns.get(entry.owner)
    if (own === undefined) this.#turns.set(entry.owner, new Set([entry]))
    else own.add(entry)
    this.#size += 1
  }

  /** The next owner, except some; undefined when no other owner waits. */
  next(isPassed: (owner: string) => boolean = () => false): Entry | undefined {
    for (const [owner, own] of this.#turns) if (!isPassed(owner)) for (const entry of own) return entry
    return undefined
  }

  /** Takes the next request, so that the next turn belongs to another owner. */
  take(entry: Entry): void {
    if (!this.delete(entry)) return
    const own = this.#turns.get(entry.owner)
    if (own === undefined) return
    this.#turns.delete(entry.owner)
    this.#turns.set(entry.owner, own)
  }

  /** @returns whether it was there */
  delete(entry: Entry): boolean {
    const own = this.#turns.get(entry.owner)
    if (own === undefined || !own.delete(entry)) return false
    if (own.size === 0) this.#turns.delete(entry.owner)
    this.#size -= 1
    return true
  }

  *[Symbol.iterator](): Generator<Entry> {
    for (const own of this.#turns.values()) yield* own
  }
}
