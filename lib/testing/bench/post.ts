import http from 'node:http'

/** One POST to send. */
export interface Post {
  n: number
  url: string
  body: string
  headers: Record<string, string>
}

/** The response to the POST `n`; status 0 when there was none. */
export interface Posted {
  n: number
  ms: number
  status: number
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

function send({ n, url, body, headers }: Post): void {
  const startedAt = performance.now()
  const end = (status: number) => process.send?.({ n, ms: performance.now() - startedAt, status } satisfies Posted)
  const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
    response.resume()
    response.on('end', () => end(response.statusCode ?? 0))
    response.on('error', () => end(0))
  })
  request.on('error', () => end(0))
  request.end(body)
}

// A separate process, because the stand-in is in the process of the bench: while it writes documents for the sync, no
// response could be read, and that time would count as the console's.
process.on('message', send)
if (process.send !== undefined) process.on('disconnect', () => process.exit(0))
