import path from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { dailySeed, share } from '../random-settings'
import { inOneLine, writeReport, type RunReport } from './report'

/** The command that repeats the test `name` of `file` with the same random cases. */
function tellAgain(file: string, name: string): string {
  const runs = share()
  // Vitest reads the name as a pattern, and the shell reads the quotes.
  const pattern = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const quoted = `'${pattern.replaceAll("'", String.raw`'\''`)}'`
  return `SEED=${dailySeed()}${runs === null ? '' : ` RUNS=${runs}`} npx vitest run ${file} -t ${quoted}`
}

const whyOf = (errors: readonly { message: string }[]) => inOneLine(errors[0]?.message ?? '')

/** Counts the tests and times the files for the runner, and prints how to repeat failures. */
export default class RunReporter implements Reporter {
  private root = process.cwd()

  onInit(vitest: Vitest): void {
    this.root = vitest.config.root
    const runs = share()
    vitest.logger.log(`random cases: SEED=${dailySeed()}, ${runs === null ? 'few of them' : `RUNS=${runs}`}`)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const report: RunReport = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
    const again: string[] = []
    const fail = (where: string, why: string) => {
      report.failed += 1
      report.failures.push(`${where}: ${why}`)
    }
    for (const testModule of modules) {
      const file = path.relative(this.root, testModule.moduleId)
      const { environmentSetupDuration, prepareDuration, collectDuration, duration } = testModule.diagnostic()
      report.files.push({ file, ms: environmentSetupDuration + prepareDuration + collectDuration + duration })
      const tests: TestCase[] = [...testModule.children.allTests()]
      for (const test of tests) {
        const result = test.result()
        if (result.state === 'failed') {
          fail(`${file}: ${test.fullName}`, whyOf(result.errors))
          again.push(tellAgain(file, test.fullName.replaceAll(' > ', ' ')))
        } else if (result.state === 'passed') report.passed += 1
        else report.skipped += 1
      }
      // A file that could not be loaded, or a hook that failed, has no failed test of its own.
      if (testModule.state() === 'failed' && tests.every((test) => test.result().state !== 'failed'))
        fail(
          file,
          whyOf([...testModule.errors(), ...[...testModule.children.allSuites()].flatMap((suite) => suite.errors())]),
        )
    }
    for (const { message } of errors) fail('outside of any test', inOneLine(message))
    writeReport(report)
    if (again.length > 0)
      process.stdout.write(`\nTo repeat what failed:\n${again.map((line) => `  ${line}\n`).join('')}`)
  }
}
