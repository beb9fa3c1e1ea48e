import { describe, expect, it } from 'vitest'
import { pathId } from '@/lib/ids'
import { createService } from '@/lib/service/client'
import { startStandin } from '@/lib/standin/server'

const runMs = 130_000

/**
 * The hour-long simulations turn the clock by hand; here both sides keep their own time. Five a minute is the tightest
 * row of the table: the windows of 130 s (at least two whole ones) must be used, and none overrun.
 */
describe('the tightest limit on a real clock', () => {
  it.concurrent.each([{ rateHeaders: true }, { rateHeaders: false }])(
    'is used for 130 s and never overrun (%o)',
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
        // Two whole windows lie in 130 s whatever their phase.
        expect(requests).toBeGreaterThanOrEqual(10)
        expect(requests).toBeLessThanOrEqual(15)
      } finally {
        await service.close()
        await standin.close()
      }
    },
  )
})
