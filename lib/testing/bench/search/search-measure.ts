import { Pool } from 'undici'

export interface Sample {
  /** By the server's own clock: the route handler from its first line to its answer's text. Null where it says none. */
  handlerMs: number | null
  /** From the request's first byte to the answer's last, as the client sees it. */
  clientMs: number
}

export interface Round {
  clients: number
  samples: Sample[]
  perSecond: number
  /** Answers that were not what the shape asked for, by what was wrong with them. */
  wrong: string[]
}

export interface Target {
  origin: string
  headers: Record<string, string>
}

/** Null when the answer is right, else what is wrong with it. */
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

/** Asks once and reads the whole answer. */
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
 * `clients` clients, each with a connection of its own and without a pause between its requests, until `requests` answers
 * are in or `msMax` is over. Each request has a path of its own, so that nothing that is remembered answers it.
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
