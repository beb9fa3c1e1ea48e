import { explainOldNode } from './node-version'
import { stopProcesses } from './run-process'
import {
  browserTests,
  build,
  formatCheck,
  realClockTests,
  soak,
  structureTests,
  tokenScan,
  typeCheck,
  typedLint,
  unitTests,
  unusedCode,
  type Step,
  type StepResult,
} from './steps'

const total = { passed: 0, failed: 0, skipped: 0 }
const say = (text: string) => process.stdout.write(`${text}\n`)
const tailLines = 60
/** What failed steps said, told after everything else: whoever sees only the begin of a run sees all steps in it. */
const details: string[] = []

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
  return result.ok
}

/** Runs a lane to its end, whatever fails on the way: one run should tell everything that is wrong. */
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

// The type check writes the types of the routes, which the typed lint reads.
const fastChecks = [formatCheck, typeCheck, typedLint, unusedCode]

async function runTest(): Promise<void> {
  // The build leaves a core idle half of the time; the unit tests take it. Browsers want the machine for themselves.
  let isBuilt = false
  const checksAndBuild = async () => {
    await runAll(fastChecks)
    isBuilt = await runChain([build, tokenScan])
  }
  await Promise.all([checksAndBuild(), runAll([unitTests]), runAll([realClockTests]), runAll([soak])])
  if (isBuilt) await runStep(browserTests())
  else say('skip  browser tests: they need the build')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopProcesses()
    process.exit(130)
  })

const command = process.argv[2]
const oldNode = explainOldNode(process.versions.node)
if (oldNode !== null) say(oldNode)
else if (command === 'test') await runTest()
else if (command === 'e2e') await runStep(browserTests(process.argv.slice(3)))
else if (command === 'verify') await runAll([...fastChecks, structureTests])
else say('Usage: test | verify | e2e [filter]')

for (const detail of details) say(detail)
if (total.skipped > 0) say(`${total.skipped} skipped`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
