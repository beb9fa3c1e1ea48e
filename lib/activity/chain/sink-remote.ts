import 'server-only'
import net from 'node:net'
import os from 'node:os'
import tls from 'node:tls'

/** The destination of the activity log. */
export interface ActivitySink {
  /** https: or http:, syslog: (TCP) or syslog+tls:. */
  url: URL
  token: string | null
}

/** A link of the chain with its entry, in the form that is sent. */
export interface SinkLine {
  seq: number
  hash: string
  stage: string
  chainedAt: string
  action: string | null
  before: unknown
  after: unknown
}

const deadlineMs = 10_000

/** Sends lines in order. @throws Error when the receiver did not accept all of them */
export async function sendLines(sink: ActivitySink, lines: readonly SinkLine[], stop: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(deadlineMs)])
  if (sink.url.protocol.startsWith('http')) await post(sink, lines, signal)
  else await writeSyslog(sink.url, lines.map(toSyslog), signal)
}

async function post({ url, token }: ActivitySink, lines: readonly SinkLine[], signal: AbortSignal): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: {
      'content-type': 'application/x-ndjson',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`ACTIVITY_SINK answered ${answer.status}`)
}

const word = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, 48) || '-'

/** RFC 5424, facility 13 (log audit), severity 6 (informational). Before and after are too long for syslog. */
function toSyslog({ before: _before, after: _after, ...line }: SinkLine): string {
  return `<110>1 ${line.chainedAt} ${word(os.hostname())} sightline ${process.pid} ${word(line.action ?? '-')} - ${JSON.stringify(line)}`
}

/**
 * RFC 6587: each message follows its length. Resolves when the receiver has read all bytes and closed the connection.
 */
function writeSyslog(
  { hostname, port, protocol }: URL,
  messages: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const isSecure = protocol === 'syslog+tls:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: Number(port) || (isSecure ? 6514 : 514) }
  const socket = isSecure ? tls.connect({ ...target, servername: host }) : net.connect(target)
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => socket.destroy(new Error('ACTIVITY_SINK did not take the log in time')), {
      once: true,
    })
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.resume()
    socket.end(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(''))
  })
}
