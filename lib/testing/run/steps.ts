import { rmSync } from 'node:fs'
import path from 'node:path'
import { digestSources, markBuilt } from '@/lib/launch/build'
import { countStep, readCounts, readFailures, type Counts } from './counts'
import { provideChromium } from './find-chromium'
import { runProcess, type ProcessResult } from './run-process'
import { buildCanaries, findInFiles } from './scan-tokens'

export interface StepResult {
  ok: boolean
  counts: Counts
  /** A few words beside the time. */
  summary: string
  /** Shown when the step failed. */
  output: string
}

export interface Step {
  name: string
  run: () => Promise<StepResult>
}

const root = process.cwd()
const results = path.join(root, 'test-results', 'run')
const bin = (file: string) => path.join(root, 'node_modules', file)

/** What node is given. */
type Script = readonly string[]

/** A step made of node scripts that run one after another; the first that fails ends it. */
function scripts(name: string, list: readonly Script[], env: Record<string, string> = {}): Step {
  return {
    name,
    run: async () => {
      const parts: ProcessResult[] = []
      for (const words of list) {
        const logFile = path.join(results, `${name.replaceAll(' ', '-')}.log`)
        const part = await runProcess(process.execPath, words, { env, logFile })
        parts.push(part)
        if (part.code !== 0) break
      }
      const code = parts.at(-1)?.code ?? 1
      return {
        ok: code === 0,
        counts: countStep(code, null),
        summary: '',
        output: parts.map((part) => part.output).join(''),
      }
    },
  }
}

export const formatCheck = scripts('format check', [[bin('oxfmt/bin/oxfmt'), '--check', '.']])
export const typedLint = scripts('typed lint', [[bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.']])
export const typeCheck = scripts('type check', [
  [bin('next/dist/bin/next'), 'typegen'],
  [bin('typescript/bin/tsc'), '--noEmit'],
])
export const unusedCode = scripts('unused code', [[bin('knip/bin/knip.js'), '--no-progress']])

function tests(
  name: string,
  kind: 'vitest' | 'playwright',
  reportName: string,
  words: readonly string[],
  env: () => Record<string, string>,
): Step {
  return {
    name,
    run: async () => {
      const report = path.join(results, reportName)
      rmSync(report, { force: true })
      const logFile = path.join(results, `${name.replaceAll(' ', '-')}.log`)
      const { code, output } = await runProcess(process.execPath, [...words], { env: env(), logFile })
      const found = readCounts(kind, report)
      const counts = countStep(code, found ?? { passed: 0, failed: 0, skipped: 0 })
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
      const failures = readFailures(kind, report, root).map((failure) => `\n        ${failure}`)
      const summary = `${counts.passed} passed, ${counts.failed} failed${skipped}${failures.join('')}`
      return { ok: code === 0, counts, summary, output }
    },
  }
}

const vitest = (name: string, ...filters: string[]) => {
  const report = `${name.replaceAll(' ', '-')}.json`
  return tests(
    name,
    'vitest',
    report,
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path.join(results, report)}`,
      ...filters,
    ],
    () => ({}),
  )
}
// It waits for two minutes and costs nothing: beside everything else, in no one's way.
const realClock = 'lib/testing/real-clock.slow.test.ts'
export const realClockTests = vitest('tests on a real clock', realClock)
/** A minute of R10. `npm run soak` is the same for ten. */
export const soak = scripts('soak of the sync', [
  ['--conditions=react-server', '--import', 'tsx', 'lib/testing/soak/main.ts', '1'],
])
export const unitTests = vitest('unit and integration tests', '--project=pure', '--project=dom', '--project=server')
/** Only what the tree itself promises: layers, routes, versions. */
export const structureTests = vitest('structure tests', 'lib/testing', '--project=pure', '--project=server')

export const build: Step = {
  name: 'build',
  run: async () => {
    const digest = digestSources(root)
    rmSync(path.join(root, '.next', 'static'), { recursive: true, force: true })
    const { code, output } = await runProcess(process.execPath, [bin('next/dist/bin/next'), 'build'], {
      env: { NODE_ENV: 'production', ...buildCanaries },
      logFile: path.join(results, 'build.log'),
    })
    if (code === 0) markBuilt(root, digest)
    return { ok: code === 0, counts: countStep(code, null), summary: '', output }
  },
}

export const tokenScan: Step = {
  name: 'token scan',
  run: async () => {
    const needles = Object.values(buildCanaries)
    const hits = ['static', 'server'].flatMap((folder) => findInFiles(path.join(root, '.next', folder), needles))
    const output = hits.map(({ file, needle }) => `${path.relative(root, file)} holds ${needle}`).join('\n')
    return { ok: hits.length === 0, counts: countStep(hits.length, null), summary: '', output }
  },
}

/** The browser tests against the build that is there; `filters` as Playwright takes them. */
export const browserTests = (filters: readonly string[] = []): Step => ({
  name: 'browser tests',
  run: async () => {
    const browser = provideChromium()
    if ('problem' in browser)
      return { ok: false, counts: { passed: 0, failed: 1, skipped: 0 }, summary: '', output: browser.problem }
    return tests(
      'browser tests',
      'playwright',
      'playwright.json',
      [
        bin('@playwright/test/cli.js'),
        'test',
        '--config',
        'e2e/playwright.config.ts',
        '--reporter=list,json',
        ...filters,
      ],
      () => ({
        CHROMIUM_PATH: browser.path,
        PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(results, 'playwright.json'),
        // Named, the nightly tests run in the daytime too.
        ...(filters.some((filter) => /nightly|million/.test(filter)) ? { SIGHTLINE_NIGHTLY: '1' } : {}),
        // The harness runs server code in the workers; server-only throws without this.
        NODE_OPTIONS: '--conditions=react-server',
      }),
    ).run()
  },
})
