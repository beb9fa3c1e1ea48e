import { Pool } from 'undici'
import { AnswerHandler, type Answer, type AnswerRules } from './answer-handler'
import { ExchangeError } from './errors'
import { createScrubber } from './scrub'

/**
 * One exchange with the service, without waiting, retries or judgement. The token is only sent in the Authorization
 * header of requests to the base address: redirects are refused, and the token is removed from responses.
 */
export interface Transport {
  /** @throws ExchangeError, or the reason given to `cancel`. */
  send(request: Exchange): PendingAnswer
  close(): Promise<void>
}

export interface Exchange {
  method: string
  /** Path and query, encoded. The path of the base address is put before it. */
  path: string
  /** Names in lower case; headers that are not on the list are dropped. */
  headers: Readonly<Record<string, string>> | undefined
  body: string | Uint8Array | null
  accept: string
  requestId: string | undefined
  rules: AnswerRules
}

export interface PendingAnswer {
  answer: Promise<Answer>
  /** True once bytes of the request may have been sent. */
  isSent(): boolean
  /** Ends the exchange in any state, even while its body streams. */
  cancel(reason: Error): void
}

const forwarded = ['content-type', 'range', 'if-range', 'if-none-match'] as const
const visible = /^[\t\x20-\x7e]{1,4096}$/

const connectTimeoutMs = 5_000
const idleBodyTimeoutMs = 30_000
const connectionsMax = 256

export interface TransportOptions {
  baseUrl: string
  token: string
  userAgent: string
  /** Sends the token. False for signed links, which need none; the token is still removed from their responses. */
  isSigned?: boolean
}

/** A transport with a pool of kept-alive connections to one service. */
export function createTransport({ baseUrl, token, userAgent, isSigned = true }: TransportOptions): Transport {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const scrubber = createScrubber(token)
  const pool = new Pool(base.origin, {
    connections: connectionsMax,
    pipelining: 1,
    // Shorter than the 5 s after which Node servers close an idle connection, so that we rarely write to a closed one.
    keepAliveTimeout: 4_000,
    connect: { timeout: connectTimeoutMs },
    // The deadline limits the wait for the headers.
    headersTimeout: 0,
    bodyTimeout: idleBodyTimeoutMs,
  })
  const fixed = isSigned ? ['authorization', `Bearer ${token}`, 'user-agent', userAgent] : ['user-agent', userAgent]

  return {
    send: ({ method, path, headers, body, accept, requestId, rules }) => {
      const sent = fixed.concat('accept', accept)
      // Our own choice, not the caller's: files must keep their byte ranges, JSON may be compressed.
      sent.push('accept-encoding', rules.kind === 'file' ? 'identity' : 'gzip, br')
      if (requestId !== undefined && visible.test(requestId)) sent.push('x-request-id', requestId)
      if (headers !== undefined)
        for (const name of forwarded) {
          const value = headers[name]
          if (value !== undefined && visible.test(value)) sent.push(name, value)
        }
      const handler = new AnswerHandler(rules, scrubber)
      try {
        pool.dispatch({ method, path: prefix + path, headers: sent, body }, handler)
      } catch (error) {
        handler.fail(new ExchangeError('invalid', 'The request was refused before sending', null, { cause: error }))
      }
      return handler
    },
    close: () => pool.destroy(),
  }
}
