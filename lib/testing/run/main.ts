import { parseArgs } from 'node:util'
import { dailySeed, share } from '../random-settings'
import { readSources } from '../sources'
import { findAffected, findSpecs, listChanged } from './changed'
import { explainOldNode } from './node-version'
import { listSlowest, type FileTime } from './report'
import { stopProcesses } from './run-process'
import {
  allBrowserTests,
  allUnitTests,
  balancedTests,
  browserTests,
  build,
  formatCheck,
  formatCheckOf,
  lintAndTypes,
  pageSizes,
  ratioGuard,
  realClockTests,
  smokeTests,
  soak,
  someUnitTests,
  structureTests,
  tokenScan,
  typeCheck,
  typedLintOf,
  unitTests,
  unusedCode,
  type Step,
  type StepResult,
} from './steps'

const usage = `Usage:
  npm test                       format, types, lint, unused code, unit tests, build, token scan, page sizes, browser tests with @smoke
  npm run test:all               the same with every browser test, the journeys through 3 consoles, the slow tests, all random cases, a real clock, a soak and a guard of five ratios
  npm run test:changed           what the changes since origin/main affect: format and lint of these files, types, structure
                                 tests, and the 25 unit test files nearest to them; names the browser specs of the changed folders
  npm run test:changed -- --browser   also builds and runs these specs
  npm run verify                 format, types, lint, unused code and structure tests
  npm run e2e -- [filter]        the browser tests against the build that is there
  npm run page-sizes             the JavaScript that each page of the build loads first, against lib/testing/run/page-sizes.json
  npm run page-sizes -- --write  writes this table`

const total = { passed: 0, failed: 0, skipped: 0 }
const say = (text: string) => process.stdout.write(`${text}\n`)
const tailLines = 60
/** The messages of failed steps, printed last, so that the beginning of the output lists all steps. */
const details: string[] = []
const files: FileTime[] = []

async function runStep(step: Step): Promise<boolean> {
  const startedAt = performance.now()
  let result: StepResult
  try {
    result = await step.run()
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error)
    result = { ok: false, counts: { passed: 0, failed: 1, skipped: 0 }, summary: '', output }
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)
  say(`${result.ok ? '  ok ' : 'FAIL '} ${step.name.padEnd(28)}${seconds} s   ${result.summary}`)
  if (!result.ok) details.push(`\n${step.name}:\n${result.output.trimEnd().split('\n').slice(-tailLines).join('\n')}\n`)
  total.passed += result.counts.passed
  total.failed += result.counts.failed
  total.skipped += result.counts.skipped
  files.push(...(result.files ?? []))
  return result.ok
}

/** Runs a lane to its end despite failures, so that one run reports everything that is wrong. */
async function runAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runStep(step)
}

/** Runs a lane up to its first failure, because each step needs the one before. */
async function runChain(steps: readonly Step[]): Promise<boolean> {
  for (const [at, step] of steps.entries())
    if (!(await runStep(step))) {
      for (const { name } of steps.slice(at + 1)) say(`skip  ${name}: it needs the ${step.name}`)
      return false
    }
  return true
}

const unbuiltChecks = [formatCheck, unusedCode]

/**
 * Two lanes of about the same length. Builds and browsers leave cores idle half of the time, which the other lane uses.
 * There, the check of types waits for the build, because the build also writes the types of routes, and must not do so
 * while they are read.
 */
async function runTests(unbuilt: readonly Step[], browser: readonly Step[]): Promise<void> {
  const built = runChain([build(), tokenScan])
  const withBrowser = async () => {
    if (await built) await runAll([pageSizes(), ...browser])
  }
  const withoutBrowser = async () => {
    await runAll(unbuiltChecks)
    await Promise.all([...unbuilt.map(runStep), built.then(() => runStep(lintAndTypes))])
  }
  await Promise.all([withBrowser(), withoutBrowser()])
}

/** A change to a file that half of the tree imports is for npm test. Here only its nearest importers are tested. */
const testsMax = 25

async function runChanged(withBrowser: boolean): Promise<void> {
  const changed = listChanged()
  if (changed.length === 0) {
    say('Nothing differs from origin/main.')
    return
  }
  const sources = readSources()
  const known = new Set(sources.map(({ file }) => file))
  const affected = [...findAffected(sources, changed)]
  const tests = affected.filter((file) => /\.test\.tsx?$/.test(file) && !/\.slow\.test\./.test(file) && known.has(file))
  const specs = findSpecs(changed)
  const left = Math.max(0, tests.length - testsMax)
  say(
    `${changed.length} files changed, ${tests.length} unit test files are affected${left > 0 ? `: the nearest ${testsMax} run, the other ${left} are left to npm test` : ''}`,
  )
  await runAll([
    formatCheckOf(changed),
    typeCheck,
    typedLintOf(changed.filter((file) => known.has(file))),
    someUnitTests([
      ...new Set(['lib/testing/structure.test.ts', 'lib/testing/promises.test.ts', ...tests.slice(0, testsMax)]),
    ]),
  ])
  if (specs.length === 0) return
  const command = `npm run e2e -- ${specs.join(' ')}`
  if (!withBrowser) say(`Browser specs of these folders, against a build (npm run build): ${command}`)
  else if (await runChain([build({ keepsCache: true }), tokenScan])) await runStep(browserTests(specs))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopProcesses()
    process.exit(130)
  })

const command = process.argv[2]
const oldNode = explainOldNode(process.versions.node)
const sayCases = (runs: string) => say(`random cases: SEED=${dailySeed()}, ${runs}`)

if (oldNode !== null) say(oldNode)
else if (command === 'test') {
  sayCases(share() === null ? 'few of them' : `RUNS=${share()}`)
  await runTests([unitTests], [smokeTests])
} else if (command === 'all') {
  sayCases(`RUNS=${share() ?? 1}`)
  await runTests([allUnitTests, realClockTests, soak], [allBrowserTests, balancedTests])
  // The guard runs last and alone, because it measures.
  await runStep(ratioGuard)
} else if (command === 'changed') {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { browser: { type: 'boolean', default: false } },
  })
  await runChanged(values.browser)
} else if (command === 'e2e') await runStep(browserTests(process.argv.slice(3)))
else if (command === 'page-sizes') await runStep(pageSizes({ isNew: process.argv.includes('--write') }))
else if (command === 'verify') await runAll([...unbuiltChecks, lintAndTypes, structureTests])
else say(usage)

for (const detail of details) say(detail)
if (files.length > 10) say(`\nThe slowest test files:\n${listSlowest(files).join('\n')}\n`)
if (total.skipped > 0) say(`${total.skipped} skipped`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
