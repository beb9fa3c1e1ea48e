import { startStandin, type Standin, type StandinOptions } from './server'

/** A stand-in for one test, with a client that shares no state with the console's. */
export interface Bench {
  standin: Standin
  ask(path: string, init?: RequestInit & { token?: string | null }): Promise<Response>
  json(path: string, init?: RequestInit): Promise<Record<string, unknown>>
  [Symbol.asyncDispose](): Promise<void>
}

/** The start time of every test of the stand-in, in the middle of a day. */
export const testNow = Date.UTC(2026, 2, 18, 13, 20, 0)

/** Retries at once, so that no test waits. */
const quickPace = { retryMs: [1, 1, 1] }

/** Starts one on a free port with a clock that moves only when the test moves it. */
export async function startBench(options: StandinOptions = {}): Promise<Bench> {
  const standin = await startStandin({ now: () => testNow, limits: 'off', webhookPace: quickPace, ...options })
  const ask: Bench['ask'] = (path, { token = standin.token, ...init } = {}) => {
    const headers = new Headers(init.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    if (init.body !== undefined && init.body !== null && !headers.has('content-type'))
      headers.set('content-type', 'application/json')
    return fetch(path.startsWith('http') ? path : standin.baseUrl + path, { redirect: 'manual', ...init, headers })
  }
  return {
    standin,
    ask,
    json: async (path, init) => (await (await ask(path, init)).json()) as Record<string, unknown>,
    [Symbol.asyncDispose]: () => standin.close(),
  }
}

export interface SearchPage {
  count: number
  total: number
  audits: Array<{ audit_id: string; modified_at?: string; template_id?: string }>
}

/** Reads one page of a search. */
export async function searchPage(bench: Bench, query: string): Promise<SearchPage> {
  return (await bench.json(`/audits/search?${query}`)) as unknown as SearchPage
}
