import path from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { inOneLine, writeReport, type RunReport } from './report'

const whyOf = ({ results }: TestCase) =>
  results.flatMap(({ errors }) => errors.map(({ message }) => inOneLine(message ?? ''))).join(': ')

/** Counts the tests and times the specs for the runner. */
export default class RunReporter implements Reporter {
  private config: FullConfig | null = null
  private suite: Suite | null = null

  onBegin(config: FullConfig, suite: Suite): void {
    this.config = config
    this.suite = suite
  }

  onEnd(): void {
    const report: RunReport = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
    const times = new Map<string, number>()
    for (const test of this.suite?.allTests() ?? []) {
      const file = path.relative(this.config?.rootDir ?? '.', test.location.file)
      const ms = test.results.reduce((sum, { duration }) => sum + duration, 0)
      times.set(file, (times.get(file) ?? 0) + ms)
      const outcome = test.outcome()
      if (outcome === 'expected') report.passed += 1
      else if (outcome === 'skipped') report.skipped += 1
      else {
        // A test that passes only on its second try counts as a failure.
        report.failed += 1
        report.failures.push(`${file}: ${test.title}: ${whyOf(test)}`)
      }
    }
    report.files = [...times].map(([file, ms]) => ({ file: `e2e/${file}`, ms }))
    writeReport(report)
  }

  printsToStdio(): boolean {
    return false
  }
}
