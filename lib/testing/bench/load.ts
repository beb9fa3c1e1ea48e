import { Pool } from 'undici'

/**
 * One round: for `ms`, `connections` keep-alive connections request the paths in turn, each as soon as it has a
 * response.
 */
export interface Round {
  origin: string
  /** Several paths when equal concurrent requests would share a response, because each response must be computed. */
  paths: readonly string[]
  headers: Record<string, string>
  connections: number
  ms: number
  /** The expected size of each response. Another size is an error, not a fast response. */
  bytes: number
}

export interface RoundResult {
  perSecond: number
  answers: number
  errors: number
  /** Processor time of the server per response, if the bench reads it. */
  cpuMs?: number
}

async function run({ origin, paths, headers, connections, ms, bytes }: Round): Promise<RoundResult> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const stopAt = performance.now() + ms
  let answers = 0
  let errors = 0
  let asked = 0
  const loop = async () => {
    while (performance.now() < stopAt) {
      const path = paths[asked++ % paths.length] ?? '/'
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      let got = 0
      for await (const part of body) got += (part as Buffer).length
      if (statusCode === 200 && got === bytes) answers += 1
      else errors += 1
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, loop))
  const seconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return { perSecond: answers / seconds, answers, errors }
}

// A separate process, so that the client's work does not slow the server's.
process.on('message', (round: Round) => {
  run(round).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ perSecond: 0, answers: 0, errors: 1, problem: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
