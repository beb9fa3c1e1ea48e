/** The right to send one request. It is settled or released exactly once. */
export interface Lease {
  /** The answer came; `headers` in lower case. `null` = it was sent and no answer came. */
  settle(status: number | null, headers: Readonly<Record<string, string>>): void
  /** Given back unsent. */
  release(): void
}

/** A place in the queue. */
export interface Ticket {
  lease: Promise<Lease>
  /** A person now waits for it too. */
  upgrade(): void
}
