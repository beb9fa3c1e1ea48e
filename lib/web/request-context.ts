import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { clientAddress } from '@/lib/access/client-address'
import { setRequestIdSource } from '@/lib/log'
import { processWide } from '@/lib/process-wide'

/** What is known of the request that is being answered, wherever in the process its work has led to. */
export interface RequestContext {
  readonly requestId: string
  /** From where it came; empty when that is not known. */
  readonly address: string
  /** The caller, once known; null before, and without credentials. */
  readonly userId: string | null
  /** The API token that it was made with, and whose it is; null for people. */
  readonly token: RequestToken | null
}

export interface RequestToken {
  userId: string
  name: string
}

// One for the process: handlers are bundled apart, and a copy of this module must find what another has opened.
const contexts = processWide('request-context', () => {
  const created = new AsyncLocalStorage<RequestContext>()
  setRequestIdSource(() => created.getStore()?.requestId)
  return created
})

/** Every request has one, and few look at the address. */
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

/** Runs `work` so that it, and all that it waits for, knows which request it is for. */
export function runInRequest<Result>(requestId: string, headers: Headers, work: () => Result): Result {
  return contexts.run(new LazyContext(requestId, headers), work)
}

/** Notes which API token the request that is being answered was made with: the log of activity names it. */
export function noteRequestToken(token: RequestToken): void {
  const context = contexts.getStore()
  if (context instanceof LazyContext) context.token = token
}

/** Records the caller: the service's budget is shared by people. */
export function noteRequestUser(userId: string): void {
  const context = contexts.getStore()
  if (context instanceof LazyContext) context.userId = userId
}

/** The request that this work is for; undefined for what the console does by itself. */
export function requestContext(): RequestContext | undefined {
  return contexts.getStore()
}
