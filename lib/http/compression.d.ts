// The package has no types, and those of DefinitelyTyped need all of Express.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { BrotliOptions } from 'node:zlib'

  export default function compression(options: {
    brotli: BrotliOptions
  }): (request: IncomingMessage, response: ServerResponse, next: () => unknown) => void
}
