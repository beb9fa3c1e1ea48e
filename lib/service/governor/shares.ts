/** A person with a request in the last two minutes has a share. */
const activeMs = 120_000

/**
 * What people have used of a window of the budget. Everyone with a recent request has an equal share. A person who has
 * used their share may only use what the others have not used yet.
 */
export class Shares {
  readonly #owners = new Map<string, { used: number; seenAt: number }>()
  #endsAt: number | null = null

  /**
   * The end of the current window; a new window starts with nothing used. The service reports the end with an accuracy
   * of a second or two.
   */
  enter(endsAt: number | null): void {
    if (endsAt !== null && this.#endsAt !== null && Math.abs(endsAt - this.#endsAt) < 10_000) return
    if (endsAt === this.#endsAt) return
    this.#endsAt = endsAt
    for (const owner of this.#owners.values()) owner.used = 0
  }

  /** Records a request of a person. The console itself (an empty name) has no share. */
  see(owner: string, now: number): void {
    if (owner === '') return
    const known = this.#owners.get(owner)
    if (known === undefined) this.#owners.set(owner, { used: 0, seenAt: now })
    else known.seenAt = now
  }

  use(owner: string): void {
    const known = this.#owners.get(owner)
    if (known !== undefined) known.used += 1
  }

  /** Places of a limit that are reserved for others; 0 while `owner` has some of their own share left. */
  keptFrom(owner: string, limit: number, now: number): number {
    for (const [name, { seenAt }] of this.#owners) if (now - seenAt > activeMs) this.#owners.delete(name)
    const own = this.#owners.get(owner)
    if (own === undefined || this.#owners.size < 2) return 0
    const fair = Math.floor(limit / this.#owners.size)
    if (own.used < fair) return 0
    let kept = 0
    for (const [name, { used }] of this.#owners) if (name !== owner) kept += Math.max(0, fair - used)
    return kept
  }
}
