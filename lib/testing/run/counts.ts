import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
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

const failuresMax = 20
const messageMax = 300
const failedInVitest = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})
interface PlaywrightSuite {
  file?: string | undefined
  suites?: PlaywrightSuite[] | undefined
  specs?: PlaywrightSpec[] | undefined
}
const playwrightSpec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z
    .array(z.object({ results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default('') })) })) }))
    .default([]),
})
type PlaywrightSpec = z.infer<typeof playwrightSpec>
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    file: z.string().optional(),
    suites: z.array(playwrightSuite).optional(),
    specs: z.array(playwrightSpec).optional(),
  }),
)

const firstLine = (text: string | undefined) => text?.split('\n', 1)[0] ?? ''
/** Playwright compares below its first line, so the whole message is taken, in one line and without its colours. */
const inOneLine = (text: string) => stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, messageMax)
const tellWhy = ({ tests }: PlaywrightSpec) =>
  tests
    .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => `: ${inOneLine(message)}`)))
    .join('')

function listFailedSpecs({ file = '', suites = [], specs = [] }: PlaywrightSuite): string[] {
  return [
    ...specs.filter(({ ok }) => !ok).map((spec) => `${file}: ${spec.title}${tellWhy(spec)}`),
    ...suites.flatMap((suite) => listFailedSpecs(suite)),
  ]
}

/**
 * "file: test: why" in a line of each failed test. Whoever reads a run of a thousand tests, or only the begin of its
 * output, wants these before anything else.
 */
export function readFailures(kind: 'vitest' | 'playwright', file: string, root: string): string[] {
  if (!existsSync(file)) return []
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (kind === 'playwright') {
    const { suites } = z.object({ suites: z.array(playwrightSuite).default([]) }).parse(report)
    return suites.flatMap(listFailedSpecs).slice(0, failuresMax)
  }
  const { testResults } = failedInVitest.parse(report)
  return testResults
    .flatMap(({ name, status, message, assertionResults }) => {
      const where = path.relative(root, name)
      const failed = assertionResults.filter((result) => result.status === 'failed')
      // A file that could not be loaded fails without a test of its own.
      if (failed.length === 0) return status === 'failed' ? [`${where}: ${firstLine(message)}`] : []
      return failed.map(({ fullName, failureMessages }) => `${where}: ${fullName}: ${firstLine(failureMessages?.[0])}`)
    })
    .slice(0, failuresMax)
}

/** What a step adds to the sum. A tool that ends badly without a failed test of its own failed itself. */
export function countStep(code: number, tests: Counts | null): Counts {
  if (tests === null) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  return code !== 0 && tests.failed === 0 ? { ...tests, failed: 1 } : tests
}
