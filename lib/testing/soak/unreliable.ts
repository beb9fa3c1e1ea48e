import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from '@/lib/standin/random'

/**
 * The connection between console and service, as unreliable as networks and gateways: everything that can happen to a
 * response.
 */
export interface UnreliableWay {
  baseUrl: string
  /** How often each fault happened. */
  counts: Record<string, number>
  /** Forgets earlier responses, because the service's behavior has changed. They are not repeated any more. */
  forget(): void
  /** From now on there are no faults. */
  calm(): void
  close(): void
}

interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** The faults, and how often they occur in a thousand requests. */
const troubles = [
  ['throttled', 15],
  ['failed', 20],
  // Lost on the way to the service, or on the way back.
  ['unheard', 15],
  ['unanswered', 15],
  ['cut', 20],
  ['slow', 20],
  // Read now and delivered later, so that responses overtake each other.
  ['late', 40],
  // Sent twice. The second response is dropped, and the first may be outdated by then.
  ['doubled', 30],
  // An earlier response to the same request, as from a caching gateway.
  ['old', 20],
] as const
type Trouble = (typeof troubles)[number][0]

const keptAnswersMax = 400
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

function readAll(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.once('end', () => resolve(Buffer.concat(chunks)))
    message.once('error', reject)
  })
}

function ask(target: URL, request: IncomingMessage): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { host: _, connection: __, ...headers } = request.headers
    const asked = http.request(
      { hostname: target.hostname, port: target.port, method: request.method, path: request.url, headers, agent },
      (answer) => {
        readAll(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body }),
          reject,
        )
      },
    )
    asked.once('error', reject)
    asked.end()
  })
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const { connection: _, 'keep-alive': __, ...rest } = headers
  response.writeHead(status, rest).end(body)
}

function refuse(response: ServerResponse, status: number, headers: http.OutgoingHttpHeaders = {}): void {
  const body = JSON.stringify({ statusCode: status, message: 'made up by the way there' })
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens the connection to a service that is only read. Faults are drawn from `random`. */
export async function openUnreliableWay(serviceUrl: string, random: Random): Promise<UnreliableWay> {
  const target = new URL(serviceUrl)
  const counts: Record<string, number> = {}
  const answers = new Map<string, Reply>()
  let isCalm = false
  let downUntil = 0

  const draw = (): Trouble | null => {
    if (isCalm) return null
    // Sometimes nothing works, for long enough to count as an outage.
    if (performance.now() > downUntil && random.chance(1 / 1_500)) downUntil = performance.now() + 2_000
    if (performance.now() < downUntil) return random.chance(0.5) ? 'failed' : 'unheard'
    let at = random.next() * 1_000
    for (const [trouble, share] of troubles) {
      if (at < share) return trouble
      at -= share
    }
    return null
  }

  const carry = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const trouble = draw()
    const url = request.url ?? '/'
    if (trouble !== null) counts[trouble] = (counts[trouble] ?? 0) + 1
    if (trouble === 'throttled') return refuse(response, 429, { 'retry-after': '1' })
    if (trouble === 'failed') return refuse(response, random.pick([500, 502, 503, 504]))
    if (trouble === 'unheard') {
      request.socket.resetAndDestroy()
      return undefined
    }
    const known = answers.get(url)
    if (trouble === 'old' && known !== undefined) return send(response, known)
    if (trouble === 'slow') await pause(random.integer(50, 1_200))
    const reply = await ask(target, request)
    if (reply.status === 200) {
      const oldest = answers.size >= keptAnswersMax ? answers.keys().next().value : undefined
      if (oldest !== undefined) answers.delete(oldest)
      answers.set(url, reply)
    }
    if (trouble === 'doubled') await ask(target, request)
    if (trouble === 'late') await pause(random.integer(20, 2_000))
    if (trouble === 'unanswered' || trouble === 'cut') {
      // The whole length is announced in both cases, to detect a client that trusts it too little or too much.
      response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length })
      response.flushHeaders()
      const kept = trouble === 'cut' ? reply.body.subarray(0, random.integer(1, reply.body.length - 1)) : null
      const end = () => request.socket.resetAndDestroy()
      if (kept === null) end()
      else response.write(kept, end)
      return undefined
    }
    return send(response, reply)
  }

  const server = http.createServer((request, response) => {
    response.on('error', () => undefined)
    carry(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    counts,
    forget: () => answers.clear(),
    calm: () => {
      isCalm = true
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}
