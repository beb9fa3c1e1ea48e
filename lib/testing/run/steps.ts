import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fullTag } from '../promises'
import { dailySeed } from '../random-settings'
import { digestSources, markBuilt } from '@/lib/launch/build'
import { writePseudoCatalogs } from '../messages/pseudo'
import { provideChromium } from './find-chromium'
import { findGrowth, measurePages, readPageSizes, writePageSizes } from './page-sizes'
import { countStep, readReport, reportVariable, type Counts, type FileTime } from './report'
import { runProcess, type ProcessResult } from './run-process'
import { buildCanaries, findInFiles } from './scan-tokens'

export interface StepResult {
  ok: boolean
  counts: Counts
  /** A few words shown next to the time. */
  summary: string
  /** Shown when the step failed. */
  output: string
  /** How long each test file took. */
  files?: readonly FileTime[]
}

export interface Step {
  name: string
  run: () => Promise<StepResult>
}

const root = process.cwd()
const results = path.join(root, 'test-results', 'run')
const bin = (file: string) => path.join(root, 'node_modules', file)

/** The arguments of node. */
type Script = readonly string[]

/** A step of several node scripts that run one after another; the first failure ends it. */
function scripts(name: string, list: readonly Script[], env: Record<string, string> = {}): Step {
  return {
    name,
    run: async () => {
      const parts: ProcessResult[] = []
      for (const words of list) {
        const logFile = path.join(results, `${name.replaceAll(' ', '-')}.log`)
        const part = await runProcess(process.execPath, words, { env, logFile, isPatient: true })
        parts.push(part)
        if (part.code !== 0) break
      }
      const code = parts.at(-1)?.code ?? 0
      return {
        ok: code === 0,
        counts: countStep(code, null),
        summary: '',
        output: parts.map((part) => part.output).join(''),
      }
    },
  }
}

/** Checks the format of some files, which may be of any kind and may be deleted. */
export const formatCheckOf = (files: readonly string[]) =>
  scripts('format check', [[bin('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...files]])
export const formatCheck = formatCheckOf(['.'])
const nextBin = bin('next/dist/bin/next')
const lintWords = [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']
/** Lints some files. `typeCheck` finds what their types break elsewhere. */
export const typedLintOf = (files: readonly string[]) =>
  scripts('typed lint', files.length === 0 ? [] : [[...lintWords, ...files]])
/** The compiler remembers what it has checked, so it is the faster way after a change. */
export const typeCheck = scripts('type check', [
  [nextBin, 'typegen'],
  // By default, each of four threads checks shared types again: 103 CPU seconds instead of 41.
  [bin('typescript/bin/tsc'), '--noEmit', '--singleThreaded'],
])
/** One program for both: 82 CPU seconds instead of 74 for the lint and 63 for the compiler. */
export const lintAndTypes = scripts('typed lint and types', [
  [nextBin, 'typegen'],
  [...lintWords, '--type-check', '.', '.next/types/validator.ts'],
])
export const unusedCode = scripts('unused code', [[bin('knip/bin/knip.js'), '--no-progress']])

/** A step that runs a test tool with `words`. Our reporter counts its tests. */
function tests(
  name: string,
  words: readonly string[],
  env: Record<string, string> = {},
  { isPatient = false } = {},
): Step {
  return {
    name,
    run: async () => {
      const file = path.join(results, name.replaceAll(' ', '-'))
      const report = `${file}.json`
      rmSync(report, { force: true })
      mkdirSync(results, { recursive: true })
      const { code, output } = await runProcess(process.execPath, words, {
        env: { ...env, [reportVariable]: report },
        logFile: `${file}.log`,
        isPatient,
      })
      const found = readReport(report)
      const counts = countStep(code, found ?? { passed: 0, failed: 0, skipped: 0 })
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
      const failures = (found?.failures ?? []).map((failure) => `\n        ${failure}`)
      const summary = `${counts.passed} passed, ${counts.failed} failed${skipped}${failures.join('')}`
      return { ok: counts.failed === 0, counts, summary, output, files: found?.files ?? [] }
    },
  }
}

const vitest = (name: string, words: readonly string[], env: Record<string, string> = {}) =>
  tests(name, [bin('vitest/vitest.mjs'), 'run', ...words], env, { isPatient: true })

/** The fast tier leaves out slow files, and cases with the tag `full`. */
const fastTier = [
  ...['pure', 'alone', 'page', 'server'].map((name) => `--project=${name}`),
  `--tags-filter=!${fullTag}`,
]
export const unitTests = vitest('unit and integration tests', fastTier)
/** Tests whose names contain one of `filters`. */
export const someUnitTests = (filters: readonly string[]) =>
  vitest('related unit tests', [...fastTier, '--passWithNoTests', ...filters])
/** Checks of the tree itself: layers, routes, versions, promises. */
export const structureTests = vitest('structure tests', [...fastTier, 'lib/testing'])

// This test mostly waits for two minutes, so it runs beside everything else.
const realClock = 'lib/testing/real-clock.slow.test.ts'
export const realClockTests = vitest('tests on a real clock', [realClock])
/** All random cases, with the numbers of the promises. */
const allCases = { RUNS: process.env['RUNS'] ?? '1' }
export const allUnitTests = vitest('all unit tests', ['--exclude', realClock], allCases)
/** A minute of R10. `npm run soak` runs ten. */
export const soak = scripts('soak of the sync', [
  ['--conditions=react-server', '--import', 'tsx', 'lib/testing/soak/main.ts', '1', '--seed', String(dailySeed())],
])

/** `keepsCache` writes a cache that makes the next build faster. An existing cache is always used and renewed. */
export const build = ({ keepsCache = false } = {}): Step => ({
  name: 'build',
  run: async () => {
    // The browser tests check the test languages too.
    writePseudoCatalogs()
    const digest = digestSources(root)
    // Writing the cache is a quarter of a build's CPU time, and the build of `npm test` is often the only one, as in
    // CI.
    const hasCache = keepsCache || existsSync(path.join(root, '.next', 'cache', 'turbopack'))
    const cache = hasCache ? { SIGHTLINE_BUILD_CACHE: '1' } : {}
    rmSync(path.join(root, '.next', 'static'), { recursive: true, force: true })
    const { code, output } = await runProcess(process.execPath, [bin('next/dist/bin/next'), 'build'], {
      env: { NODE_ENV: 'production', ...cache, ...buildCanaries },
      logFile: path.join(results, 'build.log'),
    })
    if (code === 0) markBuilt(root, digest)
    return { ok: code === 0, counts: countStep(code, null), summary: '', output }
  },
})

export const tokenScan: Step = {
  name: 'token scan',
  run: async () => {
    const needles = Object.values(buildCanaries)
    const hits = ['static', 'server'].flatMap((folder) => findInFiles(path.join(root, '.next', folder), needles))
    const output = hits.map(({ file, needle }) => `${path.relative(root, file)} holds ${needle}`).join('\n')
    return { ok: hits.length === 0, counts: countStep(hits.length, null), summary: '', output }
  },
}

/** The most important speeds, each as a ratio to another one on the same machine in the same minute. */
export const ratioGuard = scripts('ratio guard', [
  ['--conditions=react-server', '--import', 'tsx', 'lib/testing/bench/main.ts', 'guard'],
])

/** Compares what each page of the build loads first with the table. With `isNew`, it writes the table first. */
export const pageSizes = ({ isNew = false } = {}): Step => ({
  name: 'page sizes',
  run: async () => {
    const measured = measurePages(path.join(root, '.next'))
    if (isNew) writePageSizes(root, measured)
    const problems = findGrowth(measured, readPageSizes(root))
    const help = 'Load less, or accept the new numbers: npm run page-sizes -- --write'
    const largest = Object.entries(measured).toSorted(([, one], [, other]) => other - one)[0]
    return {
      ok: problems.length === 0,
      counts: countStep(problems.length, null),
      summary: `largest: ${largest?.join(' ') ?? 'none'} KB`,
      output: [...problems, help].join('\n'),
    }
  },
})

/** The browser tests against the existing build; `filters` as in Playwright. */
export const browserTests = (
  filters: readonly string[] = [],
  { name = 'browser tests', env = {} }: { name?: string; env?: Readonly<Record<string, string>> } = {},
): Step => ({
  name,
  run: async () => {
    const browser = provideChromium()
    if ('problem' in browser)
      return { ok: false, counts: { passed: 0, failed: 1, skipped: 0 }, summary: '', output: browser.problem }
    const reporters = '--reporter=list,./lib/testing/run/playwright-reporter.ts'
    const words = [
      bin('@playwright/test/cli.js'),
      'test',
      '--config',
      'e2e/playwright.config.ts',
      reporters,
      ...filters,
    ]
    return await tests(name, words, {
      ...env,
      CHROMIUM_PATH: browser.path,
      // The harness runs server code in the workers, and server-only throws without this.
      NODE_OPTIONS: '--conditions=react-server',
    }).run()
  },
})
/** Journeys through every capability, and the tests of the promises about access. */
export const smokeTests = browserTests(['--grep', '@smoke'])
export const allBrowserTests = browserTests([], { env: allCases })
/**
 * The journeys through three consoles behind nginx, which sends each request to the next console. Tests of the
 * appearance of pages are left out, because it does not depend on the number of consoles.
 */
export const balancedTests = browserTests(['--grep', '@smoke', '--grep-invert', 'accessible', 'journeys/', 'search/'], {
  name: 'browser tests, 3 consoles',
  env: { SIGHTLINE_CONSOLES: '3' },
})
