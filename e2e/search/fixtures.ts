import { fillIndex } from '@/lib/testing/fill-index'
import { canaries, startConsole, waitForIndex } from '@/lib/testing/harness'
import { expect, test as base } from '../fixtures'
import { Truth } from './truth'

export { expect }

/** Twenty thousand inspections: more than anybody scrolls through, few enough to be read in half a minute. */
export const inspectionCount = 20_000

interface Worlds {
  /** What the service says, read apart from the console. */
  truth: Truth
}

export const test = base.extend<object, Worlds>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
  truth: [async ({}, use) => use(new Truth()), { scope: 'worker' }],
  console: [
    async ({ truth }, use) => {
      await using app = await startConsole({
        standin: { inspections: inspectionCount, rateHeaders: false },
        prepare: (databaseUrl, standin) => fillIndex(databaseUrl, standin, (document) => truth.add(document)),
      })
      await waitForIndex(app, inspectionCount)
      await use(app)
      for (const canary of Object.values(canaries))
        if (app.output().includes(canary)) throw new Error('a secret was written to the log')
    },
    { scope: 'worker', timeout: 660_000 },
  ],
})
