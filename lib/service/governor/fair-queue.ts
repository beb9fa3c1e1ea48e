/**
 * Who waits, by whose demand it is. Owners take turns, so that somebody with a thousand requests holds up the one request of
 * somebody else by one turn and not by a thousand. Within an owner the first comes first.
 */
export class FairQueue<Entry extends { readonly owner: string }> {
  /** In the order of their turns; an owner has one while something of theirs waits. */
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

  /** Whose turn it is, but for some owners; undefined when nobody else waits. */
  next(isPassed: (owner: string) => boolean = () => false): Entry | undefined {
    for (const [owner, own] of this.#turns) if (!isPassed(owner)) for (const entry of own) return entry
    return undefined
  }

  /** Takes out whose turn it is: the next turn is somebody else's. */
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
