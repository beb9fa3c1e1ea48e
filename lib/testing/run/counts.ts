import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** Reads a report as its tool wrote it; null when there is none, because the tool died before. */
export function readCounts(kind: 'vitest' | 'playwright', file: string): Counts | null {
  if (!existsSync(file)) return null
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (kind === 'vitest') {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = vitestReport.parse(report)
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  }
  const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats
  // A test that passes at the second try only is a failure here.
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/** What a step adds to the sum. A tool that ends badly without a failed test of its own failed itself. */
export function countStep(code: number, tests: Counts | null): Counts {
  if (tests === null) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  return code !== 0 && tests.failed === 0 ? { ...tests, failed: 1 } : tests
}
