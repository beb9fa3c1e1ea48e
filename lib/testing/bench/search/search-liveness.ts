import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Random } from '@/lib/standin/random'
import { ask, percentile, runRound, type Target } from './search-measure'
import type { Shape } from './search-shapes'

export interface Liveness {
  asked: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  ok: boolean
}

const p99MsMax = 100
const everyMs = 20

/** Requests `/api/health/live` on a separate connection while eight clients search for everything at once. */
export async function measureLiveness(
  target: Target,
  shapes: readonly Shape[],
  random: Random,
  roundMs: number,
): Promise<Liveness> {
  const pool = new Pool(target.origin, { connections: 1, pipelining: 1 })
  const over = new AbortController()
  const times: number[] = []
  let failed = 0
  const probe = async () => {
    while (!over.signal.aborted) {
      const { sample, wrong } = await ask(pool, '/api/health/live', { ...target, headers: {} }, (status) =>
        status === 200 ? null : `status ${status}`,
      )
      times.push(sample.clientMs)
      if (wrong !== null) failed += 1
      await sleep(everyMs)
    }
  }
  const probing = probe()
  await runRound(target, {
    clients: 8,
    requests: 100_000,
    msMax: 2 * roundMs,
    nextPath: () => random.pick(shapes).path(random),
    check: () => null,
  })
  over.abort()
  await probing
  await pool.close()
  const p99Ms = percentile(times, 0.99)
  return {
    asked: times.length,
    p50Ms: percentile(times, 0.5),
    p99Ms,
    maxMs: Math.max(...times),
    ok: failed === 0 && p99Ms < p99MsMax,
  }
}
