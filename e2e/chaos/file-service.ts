import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** The delivery of one media item, as this service saw it. */
export interface Sending {
  auditId: string
  /** Bytes written to the connection so far. */
  sent: number
  /** True while the connection accepts no more data. */
  isHeld: boolean
  /** The connection ended before the whole body was sent. */
  isCutOff: boolean
  /** When the connection ended, by performance.now(); null while it is open. */
  closedAt: number | null
  /** SHA-256 of everything that was sent; null until the whole body is sent. */
  digest: string | null
}

export interface GivenFile {
  /** Content-Type; null for none. */
  type: string | null
  body: string
}

/** A service without inspections. The id of each media item is its length in bytes. */
export interface FileService extends AsyncDisposable {
  baseUrl: string
  token: string
  sendings: readonly Sending[]
  /** Open connections, including idle ones. */
  countSockets(): number
}

const pieceBytes = 64 * 1024
const noise = Buffer.alloc(pieceBytes)
for (let at = 0, state = 1; at < pieceBytes; at += 1) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  noise[at] = state >>> 24
}

/**
 * Bytes from `at` to `to` or to the end of the piece, whichever comes first. Each piece carries its number, so no two
 * pieces are equal.
 */
function makePiece(at: number, to: number): Buffer {
  const number = Math.floor(at / pieceBytes)
  const piece = Buffer.from(noise)
  piece.writeUInt32BE(number, 0)
  return piece.subarray(at - number * pieceBytes, Math.min(to + 1 - number * pieceBytes, pieceBytes))
}

/** The expected result of downloading these bytes. Both ends are included. */
export function makeBody(from: number, to: number): Buffer {
  const pieces: Buffer[] = []
  for (let at = from; at <= to; at += pieces.at(-1)?.length ?? 0) pieces.push(makePiece(at, to))
  return Buffer.concat(pieces)
}

function waitUntilTaken(response: http.ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}

async function sendBody(response: http.ServerResponse, from: number, to: number, sending: Sending): Promise<void> {
  const hash = createHash('sha256')
  for (let at = from; at <= to && !response.destroyed; at = from + sending.sent) {
    const piece = makePiece(at, to)
    hash.update(piece)
    sending.sent += piece.length
    if (response.write(piece)) continue
    sending.isHeld = true
    await waitUntilTaken(response)
    sending.isHeld = false
  }
  if (response.destroyed) return
  sending.digest = hash.digest('hex')
  response.end()
}

function answerMedia(request: http.IncomingMessage, response: http.ServerResponse, sending: Sending, size: number) {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = Number(range?.[1] ?? 0)
  const to = Math.min(range?.[2] === undefined || range[2] === '' ? size - 1 : Number(range[2]), size - 1)
  response.on('close', () => {
    sending.closedAt = performance.now()
    sending.isCutOff = !response.writableFinished
  })
  response.writeHead(range === null ? 200 : 206, {
    'content-type': 'video/mp4',
    'content-length': to - from + 1,
    'accept-ranges': 'bytes',
    ...(range === null ? {} : { 'content-range': `bytes ${from}-${to}/${size}` }),
  })
  void sendBody(response, from, to, sending)
}

function sendGiven(response: http.ServerResponse, file: GivenFile | undefined): void {
  const type = file?.type ?? null
  response.writeHead(file === undefined ? 404 : 200, type === null ? {} : { 'content-type': type }).end(file?.body)
}

/**
 * Starts the service on a free port. A request for `/audits/:auditId/media/:bytes` returns that many bytes, and one for
 * `/audits/given/media/:at` one of `given`. `/bare/:at` returns it too, without a token.
 */
export async function startFileService(given: readonly GivenFile[] = []): Promise<FileService> {
  const token = 'file-service-token-7d02c9e41b'
  const sendings: Sending[] = []
  const sockets = new Set<Socket>()
  const server = http.createServer((request, response) => {
    const bare = /^\/bare\/(\d+)$/.exec(request.url ?? '')?.[1]
    if (bare !== undefined) {
      sendGiven(response, given[Number(bare)])
      return
    }
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end()
      return
    }
    const { pathname } = new URL(request.url ?? '', 'http://service')
    const [, auditId, size] = /^\/audits\/([^/]+)\/media\/(\d+)$/.exec(pathname) ?? []
    if (auditId === 'given') {
      sendGiven(response, given[Number(size)])
      return
    }
    if (auditId !== undefined) {
      const sending: Sending = { auditId, sent: 0, isHeld: false, isCutOff: false, closedAt: null, digest: null }
      sendings.push(sending)
      answerMedia(request, response, sending, Number(size))
      return
    }
    const body = pathname === '/audits/search' ? { count: 0, total: 0, audits: [] } : {}
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    token,
    sendings,
    countSockets: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
