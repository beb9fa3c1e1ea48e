/** The right to send one request. It is settled or released exactly once. */
export interface Lease {
  /** The response arrived; `headers` in lower case. `null` = it was sent and no response arrived. */
  settle(status: number | null, headers: Readonly<Record<string, string>>): void
  /** Returns the lease without a request. */
  release(): void
}

/** A place in the queue. */
export interface Ticket {
  lease: Promise<Lease>
  /** Moves the request to the lane of people, because a person now waits for it too. */
  upgrade(): void
}
