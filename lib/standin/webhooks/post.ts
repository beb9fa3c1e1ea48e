import http from 'node:http'
import https from 'node:https'

/** The result of one try: the status of the response, or why there is none. */
export interface Outcome {
  status: number | null
  problem: string | null
}

/** True for an http(s) address on this machine: the stand-in never connects to any other. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

/** POSTs and never throws. Redirects are not followed, and the body of the response is not stored. */
export function post(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Outcome> {
  if (!isLoopback(url)) return Promise.resolve({ status: null, problem: 'not an address on this machine' })
  const bytes = Buffer.from(body)
  return new Promise((resolve) => {
    const fail = (problem: string) => resolve({ status: null, problem })
    const { request } = url.startsWith('https:') ? https : http
    const sent = request(
      url,
      // A new connection for each delivery, because the other side may close a kept connection at any moment.
      { method: 'POST', agent: false, signal, headers: { ...headers, 'content-length': String(bytes.length) } },
      (response) => {
        response.resume()
        response.on('error', () => undefined)
        resolve({ status: response.statusCode ?? null, problem: null })
      },
    )
    const timer = setTimeout(() => {
      fail(`no answer within ${timeoutMs} ms`)
      sent.destroy()
    }, timeoutMs)
    sent.once('close', () => clearTimeout(timer))
    sent.once('error', ({ message }) => fail(message))
    sent.end(bytes)
  })
}
