import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A real HTTP server on loopback for one test. Disposing it closes its sockets. */
export interface TestServer extends AsyncDisposable {
  baseUrl: string
  requests: Array<{ method: string; url: string; headers: IncomingMessage['headers']; body: string }>
  /** Responses that have ended, or whose connection is closed. */
  readonly answered: number
  sockets: Set<Socket>
  server: Server
}

export type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** Starts a server that records every request, including the body, and answers with `listener`. */
export async function serve(listener: Answering): Promise<TestServer> {
  const requests: TestServer['requests'] = []
  const sockets = new Set<Socket>()
  let answered = 0
  const onRequest: RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => {})
    response.on('close', () => {
      answered += 1
    })
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      listener(request, response, body)
    })
  }
  const server = createServer(onRequest)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    get answered() {
      return answered
    },
    sockets,
    server,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Answers JSON. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string | string[]> = {},
): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

/** Resolves once `condition` is true; for states without an event. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let turns = 0; turns < 20_000; turns += 1) {
    if (condition()) return
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error(`never happened: ${what}`)
}
