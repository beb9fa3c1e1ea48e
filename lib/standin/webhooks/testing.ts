import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  headers: IncomingHttpHeaders
  /** The body as received, byte for byte. */
  raw: Buffer
}

/** A subscriber that stores deliveries and responds as configured. */
export interface Receiver extends AsyncDisposable {
  url: string
  received: Received[]
  /** Statuses of the next responses; 200 when the list is empty. `hang` sends no response. */
  answers: Array<number | 'hang'>
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const answers: Receiver['answers'] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, raw: Buffer.concat(parts) })
      const answer = answers.shift() ?? 200
      if (answer !== 'hang') response.writeHead(answer, { location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
