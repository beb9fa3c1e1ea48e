import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { clientAddress } from '@/lib/access/client-address'
import { setRequestIdSource } from '@/lib/log'
import { processWide } from '@/lib/process-wide'

/** What is known about the current request, available everywhere in its asynchronous work. */
export interface RequestContext {
  readonly requestId: string
  /** The client's address; empty when it is unknown. */
  readonly address: string
  /** The caller, once known; null before that and without credentials. */
  readonly userId: string | null
  /** The API token of the request and its owner; null for people. */
  readonly token: RequestToken | null
}

export interface RequestToken {
  userId: string
  name: string
}

// One storage for the process: handlers are bundled separately, and each copy of this module must find the contexts of
// the others.
const contexts = processWide('request-context', () => {
  const created = new AsyncLocalStorage<RequestContext>()
  setRequestIdSource(() => created.getStore()?.requestId)
  return created
})

/** Every request has a context, but few read the address, so it is computed only on demand. */
class LazyContext implements RequestContext {
  readonly requestId: string
  readonly #headers: Headers
  #address: string | null = null
  token: RequestToken | null = null
  userId: string | null = null

  constructor(requestId: string, headers: Headers) {
    this.requestId = requestId
    this.#headers = headers
  }

  get address(): string {
    return (this.#address ??= clientAddress(this.#headers))
  }
}

/** Runs `work` in the context of a request, including all its asynchronous work. */
export function runInRequest<Result>(requestId: string, headers: Headers, work: () => Result): Result {
  return contexts.run(new LazyContext(requestId, headers), work)
}

/** Records the API token of the current request, so that the activity log can name it. */
export function noteRequestToken(token: RequestToken): void {
  const context = contexts.getStore()
  if (context instanceof LazyContext) context.token = token
}

/** Records the caller, because the service's budget is shared between people. */
export function noteRequestUser(userId: string): void {
  const context = contexts.getStore()
  if (context instanceof LazyContext) context.userId = userId
}

/** The current request; undefined for work that the console does by itself. */
export function requestContext(): RequestContext | undefined {
  return contexts.getStore()
}
