/** The right to send one request. It is settled or released exactly once. */
export interface Lease {
  /** The answer arrived; `headers` in lower case. `null` = it was sent and no answer arrived. */
  settle(status: number | null, headers: Readonly<Record<string, string>>): void
  /** Returned unsent. */
  release(): void
}

/** A place in the queue. */
export interface Ticket {
  lease: Promise<Lease>
  /** A person now waits for it too. */
  upgrade(): void
}
