import { describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import { auditId, pathId } from '@/lib/ids'
import { createService } from '@/lib/service/client'
import { startStandin } from '@/lib/standin/server'
import { createSync } from '@/lib/sync/sync'

const runMs = 130_000

/**
 * The hour-long simulations move the clock by hand. Here both sides use the real time. Five a minute is the tightest row of
 * the table: the windows of 130 s (at least two whole ones) must be used, and none exceeded.
 */
describe('the tightest limit on a real clock', { tags: ['R1'] }, () => {
  it.concurrent.each([{ rateHeaders: true }, { rateHeaders: false }])(
    'is used for 130 s and never exceeded (%o)',
    { timeout: runMs + 60_000 },
    async ({ rateHeaders }) => {
      const standin = await startStandin({ inspections: 10, rateHeaders })
      const service = createService({ baseUrl: standin.baseUrl, token: standin.token })
      try {
        const jobId = pathId.parse('0b7a4e3c-6f8d-4f0a-9d1e-2c3b4a5d6e7f')
        const stop = AbortSignal.timeout(runMs)
        const askers = Array.from({ length: 12 }, async () => {
          while (!stop.aborted) {
            const asked = service.raw(
              'startUpsertJob',
              { params: { jobId }, body: '{}' },
              { signal: AbortSignal.any([stop]), deadlineMs: runMs },
            )
            const answer = await asked.catch(() => null)
            answer?.stream?.destroy()
          }
        })
        await Promise.all(askers)
        const requests = standin.control.counts()['startUpsertJob']
        expect(standin.control.throttled).toBe(0)
        // 130 s contain two whole windows, whatever their phase.
        expect(requests).toBeGreaterThanOrEqual(10)
        expect(requests).toBeLessThanOrEqual(15)
      } finally {
        await service.close()
        await standin.close()
      }
    },
  )
})

/** All other operations share one limit: 800 a minute (interface.md 3). */
const otherPerMinute = 800

describe('a first import on a real clock', { tags: ['R1'] }, () => {
  it.concurrent(
    "uses the service's budget for 130 s and never exceeds it, while a person reads",
    { timeout: runMs + 120_000 },
    async () => {
      const db = await openTestDatabase()
      const standin = await startStandin({ inspections: 5_000 })
      const service = createService({ baseUrl: standin.baseUrl, token: standin.token })
      const sync = createSync({
        database: () => Promise.resolve(db),
        service: () => service,
        clock: systemClock,
        log: silentLog,
      })
      try {
        const stop = AbortSignal.timeout(runMs)
        sync.start()
        const ids = standin.control.truth('both').map((row) => auditId.parse(row.audit_id))
        let read = 0
        for (let at = 0; !stop.aborted; at += 1) {
          const [id] = ids.slice(at % ids.length)
          if (id !== undefined) await service.raw('getInspection', { params: { auditId: id } }, { lane: 'person' })
          read += 1
          await systemClock.sleep(1_250)
        }
        const { searchInspections: _searches, ...others } = standin.control.counts()
        const used = Object.values(others).reduce((sum, count) => sum + count, 0)
        process.stdout.write(`import: ${used} requests in ${runMs / 1_000} s, ${read} of them a person's\n`)
        expect(standin.control.throttled).toBe(0)
        // 130 s contain two whole windows, whatever their phase, and there is work for more.
        expect(used).toBeGreaterThanOrEqual(0.97 * 2 * otherPerMinute)
        expect(read).toBeGreaterThan(50)
      } finally {
        await sync.stop()
        await service.close()
        await standin.close()
        await db.close()
      }
    },
  )
})
