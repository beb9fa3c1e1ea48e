import http from 'node:http'

export interface RawResponse {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

/** A client that sends a path exactly as written; fetch would normalize it first. */
export class RawClient {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
  readonly #base: URL

  constructor(url: string) {
    this.#base = new URL(url)
  }

  send(
    path: string,
    options: { method?: string; headers?: Readonly<Record<string, string>>; body?: string } = {},
  ): Promise<RawResponse> {
    const { method = 'GET', headers = {}, body } = options
    return new Promise((resolve, reject) => {
      const request = http.request(
        { agent: this.#agent, host: this.#base.hostname, port: this.#base.port, path, method, headers: { ...headers } },
        (response) => {
          const parts: Buffer[] = []
          const answer = () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts).toString(),
            })
          response.on('data', (part: Buffer) => {
            parts.push(part)
            // An event stream never ends, so only its beginning is read.
            if (response.headers['content-type']?.startsWith('text/event-stream') !== true) return
            answer()
            request.destroy()
          })
          response.on('error', reject)
          response.on('end', answer)
        },
      )
      request.on('error', reject)
      request.setTimeout(20_000, () => request.destroy(new Error(`no answer to ${path}`)))
      request.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Runs `work` over all items, `width` at a time. */
export async function forEachOf<Item>(items: readonly Item[], width: number, work: (item: Item) => Promise<void>) {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
