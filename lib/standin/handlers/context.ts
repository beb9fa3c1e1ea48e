import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../answers'
import type { Store } from '../store'

/** What a handler gets to know about a request that was let through. */
export interface HandlerContext {
  store: Store
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The parsed JSON body; null when there was none. */
  body: unknown
  baseUrl: string
  bound: 'inclusive' | 'exclusive'
  requireField: boolean
  /** Milliseconds since the epoch, by the stand-in's clock. Never the same twice for two writes. */
  tick: () => number
}

export type Handler = (context: HandlerContext) => Answer
