import { Pool } from 'undici'
import { AnswerHandler, type Answer, type AnswerRules } from './answer-handler'
import { ExchangeError } from './errors'
import { createScrubber } from './scrub'

/**
 * One exchange with the service, without waiting, repeating or judging. The token goes into the Authorization header of
 * requests to the base address and nowhere else: redirects are refused, and what comes back is scrubbed of it.
 */
export interface Transport {
  /** @throws ExchangeError, or the reason given to `cancel`. */
  send(request: Exchange): PendingAnswer
  close(): Promise<void>
}

export interface Exchange {
  method: string
  /** Path and query, encoded; the base address's own path is put before it. */
  path: string
  /** Names in lower case; what is not on the list stays behind. */
  headers: Readonly<Record<string, string>> | undefined
  body: string | Uint8Array | null
  accept: string
  requestId: string | undefined
  rules: AnswerRules
}

export interface PendingAnswer {
  answer: Promise<Answer>
  /** True once bytes of the request may have left. */
  isSent(): boolean
  /** Ends the exchange in whatever state it is, also while its body streams. */
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
  /** Says who asks. False for links that are good by themselves; the token is scrubbed from answers all the same. */
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
    // Shorter than the 5 s after which Node servers drop an idle connection, so that we rarely write into a closed one.
    keepAliveTimeout: 4_000,
    connect: { timeout: connectTimeoutMs },
    // Silence before the head is the deadline's business.
    headersTimeout: 0,
    bodyTimeout: idleBodyTimeoutMs,
  })
  const fixed = isSigned ? ['authorization', `Bearer ${token}`, 'user-agent', userAgent] : ['user-agent', userAgent]

  return {
    send: ({ method, path, headers, body, accept, requestId, rules }) => {
      const sent = fixed.concat('accept', accept)
      // Ours, not the caller's: files must keep their byte ranges, JSON may travel packed.
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
