import { Pool } from 'undici'

export interface Sample {
  /**
   * Time of the route handler by the server's clock, from its first line to the text of its response. Null when the
   * header is missing.
   */
  handlerMs: number | null
  /** From the first byte of the request to the last byte of the response, as the client sees it. */
  clientMs: number
}

export interface Round {
  clients: number
  samples: Sample[]
  perSecond: number
  /** The problems of responses that did not match the shape. */
  wrong: string[]
}

export interface Target {
  origin: string
  headers: Record<string, string>
}

/** Null when the response is correct, otherwise the problem. */
export type Check = (status: number, body: string) => string | null

/** `share` of the values are at most this. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0
}

const readHandlerMs = (timing: string | string[] | undefined) => {
  const found = /handler;dur=([\d.]+)/.exec(String(timing ?? ''))?.[1]
  return found === undefined ? null : Number(found)
}

/** Sends one request and reads the whole response. */
export async function ask(pool: Pool, path: string, { headers }: Target, check: Check) {
  const startedAt = performance.now()
  const answer = await pool.request({ path, method: 'GET', headers })
  const body = await answer.body.text()
  const clientMs = performance.now() - startedAt
  return {
    sample: { handlerMs: readHandlerMs(answer.headers['server-timing']), clientMs },
    body,
    wrong: check(answer.statusCode, body),
  }
}

/**
 * `clients` clients, each with its own connection and without pauses, until `requests` responses have arrived or
 * `msMax` is over. Each request has a different path, so that no cache can serve it.
 */
export async function runRound(
  target: Target,
  options: { clients: number; requests: number; msMax: number; nextPath: () => string; check: Check },
): Promise<Round> {
  const { clients, requests, msMax, nextPath, check } = options
  const pool = new Pool(target.origin, { connections: clients, pipelining: 1 })
  const round: Round = { clients, samples: [], perSecond: 0, wrong: [] }
  const startedAt = performance.now()
  let asked = 0
  const client = async () => {
    while (asked < requests && performance.now() - startedAt < msMax) {
      asked += 1
      const path = nextPath()
      const { sample, wrong } = await ask(pool, path, target, check)
      round.samples.push(sample)
      if (wrong !== null) round.wrong.push(`${wrong} (${path})`)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  round.perSecond = round.samples.length / ((performance.now() - startedAt) / 1_000)
  await pool.close()
  return round
}
