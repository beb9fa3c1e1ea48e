import { connect, type Socket } from 'node:net'

/** A response as its raw bytes. */
export interface RawAnswer {
  status: number
  headers: ReadonlyMap<string, string>
  body: string
}

/** Reads the first response from the bytes of a connection; null when there is none. */
export function readAnswer(bytes: string): RawAnswer | null {
  const [head = '', ...rest] = bytes.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]
  if (status === undefined) return null
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(status), headers: new Map(headers), body: rest.join('\r\n\r\n') }
}

/** Opens a connection. `ended` resolves with everything that was received. */
export function openSocket(port: number): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (bytes: Buffer) => parts.push(bytes))
  // Data that arrives before a reset counts. `close` follows the error.
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) =>
    socket.once('close', () => resolve(Buffer.concat(parts).toString('latin1'))),
  )
  return { socket, ended }
}

/**
 * Sends one raw request, and reads its response once the server closes the connection, which the request must ask the
 * server to do.
 */
export async function sendRaw(port: number, text: string): Promise<RawAnswer | null> {
  const { socket, ended } = openSocket(port)
  // Our side stays open, because the server would otherwise assume that the client left before the response.
  socket.write(text, 'latin1')
  return readAnswer(await ended)
}

/** Returns what is wrong with the headers that every response must have. */
export function findHeaderFaults({ status, headers }: RawAnswer): string[] {
  const expected: Readonly<Record<string, RegExp>> = {
    'x-content-type-options': /^nosniff$/,
    'x-frame-options': /^DENY$/,
    'referrer-policy': /^same-origin$/,
    'cross-origin-opener-policy': /^same-origin$/,
    'cross-origin-resource-policy': /^same-origin$/,
    'permissions-policy': /camera=\(\)/,
    'content-security-policy': /frame-ancestors 'none'/,
    'x-request-id': /^[\w-]{16}$/,
  }
  return Object.entries(expected)
    .filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ''))
    .map(([name]) => `${status} has ${name}: ${headers.get(name) ?? ''}`)
}

/**
 * Returns what is wrong with the response to any request: a 500, a stack trace, missing headers, a link to another
 * site.
 */
export async function findFaults(port: number, text: string): Promise<string[]> {
  const answer = await sendRaw(port, text)
  const faults = answer === null ? ['no answer'] : findHeaderFaults(answer)
  if (answer !== null && answer.status >= 500) faults.push(`status ${answer.status}`)
  if (/\n\s+at |node_modules|\.next\//.test(answer?.body ?? '')) faults.push('a stack trace')
  const location = answer?.headers.get('location')
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) faults.push(`leads to ${location}`)
  return faults.map((fault) => `${JSON.stringify(text.slice(0, 300))}: ${fault}`)
}
