import type { ClientConfig } from 'pg'

/**
 * The servers of a cluster, of which one accepts writes. Each connection goes to the one that last did. After a failure the
 * next connection tries the next server, and so finds the new primary.
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

  /** Connections that fail together move on only once. */
  failed(url: URL): void {
    if (url === this.current()) this.#current = (this.#current + 1) % this.urls.length
  }
}

/** pg's settings of a connection. `hosts` chooses the server of each connection. */
export type Connection = ClientConfig & { hosts?: Hosts }

/** The server is a standby. Another one may accept writes, now or soon. */
export class NotWritable extends Error {
  override readonly name = 'NotWritable'
  /** The code of a server that is still starting, so that callers retry. */
  readonly code = '57P03'
  constructor() {
    super('the server does not accept writes')
  }
}
