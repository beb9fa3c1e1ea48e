import { describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { createDatabase } from '@/lib/db/database'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import { auditId, pathId } from '@/lib/ids'
import { createService } from '@/lib/service/client'
import { startStandin } from '@/lib/standin/server'
import { createLender } from './lender'
import { p95 } from './testing'

const runMs = 130_000
/** The limits that the consoles use up: the one that most operations share, and the lowest one. */
const otherPerMinute = 800
const startsPerMinute = 5

/** A console as in production, with its own connections to the database and the service, and its own lender. */
async function startConsole(standin: { baseUrl: string; token: string }, connection: object) {
  const db = createDatabase({ kind: 'server', connection, log: silentLog })
  const lender = createLender({ ...standin, database: () => Promise.resolve(db), clock: systemClock })
  lender.start()
  /** How long the last request of its person took after it was sent. */
  const last = { personMs: 0 }
  const service = createService({
    baseUrl: standin.baseUrl,
    token: standin.token,
    lender,
    onExchange: ({ lane, durationMs }) => {
      if (lane === 'person') last.personMs = durationMs
    },
  })
  const close = async () => {
    await service.close()
    await lender.stop()
    await db.close()
  }
  return { service, last, close }
}

describe('three consoles on a real clock', () => {
  it(
    'receive no 429 and use 95 % of their limits for 130 s of full demand, while people wait at most 300 ms (p95)',
    { tags: ['R29'], timeout: runMs + 120_000 },
    async () => {
      await using db = await openTestDatabase()
      const standin = await startStandin({ inspections: 500 })
      const { baseUrl, token } = standin
      const consoles = await Promise.all([1, 2, 3].map(() => startConsole({ baseUrl, token }, db.connection)))
      const ids = standin.control.truth('both').map((row) => auditId.parse(row.audit_id))
      const jobId = pathId.parse('0b7a4e3c-6f8d-4f0a-9d1e-2c3b4a5d6e7f')
      const stop = AbortSignal.timeout(runMs)
      const repeat = async (work: () => Promise<unknown>) => {
        while (!stop.aborted) await work().catch(() => {})
      }
      const options = { lane: 'background', deadlineMs: runMs, isFresh: true } as const
      const [waits, took]: [number[], number[]] = [[], []]
      try {
        await Promise.all(
          consoles.flatMap(({ service, last }, console) => {
            let at = console
            const next = () => ids[(at += 7) % ids.length] ?? auditId.parse('none')
            const read = () => {
              const signal = AbortSignal.any([stop])
              return service.call('getInspection', { params: { auditId: next() } }, { ...options, signal })
            }
            const start = async () => {
              const signal = AbortSignal.any([stop])
              const answer = await service.raw(
                'startUpsertJob',
                { params: { jobId }, body: '{}' },
                { ...options, signal },
              )
              answer.stream?.destroy()
            }
            const visit = async () => {
              const askedAt = performance.now()
              await service.call('getInspection', { params: { auditId: next() } }, { lane: 'person', isFresh: true })
              const tookMs = performance.now() - askedAt
              took.push(tookMs)
              // The rest of the time is the wait for a permit.
              waits.push(tookMs - last.personMs)
              await systemClock.sleep(3_000, stop)
            }
            return [...Array.from({ length: 16 }, () => repeat(read)), repeat(start), repeat(start), repeat(visit)]
          }),
        )
        const { startUpsertJob: starts = 0, ...others } = standin.control.counts()
        const used = Object.values(others).reduce((all, one) => all + one, 0)
        process.stdout.write(
          `R29: ${used} of ${otherPerMinute} a minute and ${starts} of ${startsPerMinute} in ${runMs / 1_000} s; ` +
            `${waits.length} requests of people waited ${p95(waits).toFixed(0)} ms and took ${p95(took).toFixed(0)} ms (p95)\n`,
        )
        expect(standin.control.throttled).toBe(0)
        // 130 s contain two whole windows, whenever they begin, and there is work for more.
        expect(used).toBeGreaterThanOrEqual(0.95 * 2 * otherPerMinute)
        expect(starts).toBeGreaterThanOrEqual(0.95 * 2 * startsPerMinute)
        expect(waits.length).toBeGreaterThan(100)
        expect(p95(waits)).toBeLessThanOrEqual(300)
      } finally {
        await Promise.all(consoles.map(({ close }) => close()))
        await standin.close()
      }
    },
  )
})
