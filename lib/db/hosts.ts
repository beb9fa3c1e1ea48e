import type { ClientConfig } from 'pg'

/**
 * The servers of a cluster. One of them accepts writes, and each connection goes to the last known one. After a
 * failure, the next connection tries the next server, until it finds the new primary.
 */
export class Hosts {
  #current = 0

  constructor(private readonly urls: readonly [URL, ...URL[]]) {}

  get count(): number {
    return this.urls.length
  }

  current(): URL {
    return this.urls[this.#current] ?? this.urls[0]
  }

  /** If several connections to the same server fail, only the first failure moves to the next server. */
  failed(url: URL): void {
    if (url === this.current()) this.#current = (this.#current + 1) % this.urls.length
  }
}

/** Settings of pg for a connection. `hosts` chooses the server. */
export type Connection = ClientConfig & { hosts?: Hosts }

/** The server is a standby. Another server may accept writes now or soon. */
export class NotWritable extends Error {
  override readonly name = 'NotWritable'
  /** The SQLSTATE of a server that is still starting, so that callers retry. */
  readonly code = '57P03'
  constructor() {
    super('the server does not accept writes')
  }
}
