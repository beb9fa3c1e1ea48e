import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium as playwright } from '@playwright/test'
import * as z from 'zod'
import { ensureBuild } from '@/lib/launch/build'
import { startConsole, type TestConsole, waitForIndex } from '../harness'
import { provideChromium } from '../run/find-chromium'
import { runProcess } from '../run/run-process'
import { provideInCache } from './provide'
import { say, writeResults } from './tools'

/** The last version of Lighthouse that runs on Node 20. */
const version = '12.8.2'
const inspections = 240
const rounds = 3
const targets = { performance: 98, accessibility: 100, 'best-practices': 100 } as const
/** A phone of the middle class on a slow network. */
const phoneTargets = { ...targets, performance: 95 } as const

const categories = Object.keys(targets) as Array<keyof typeof targets>
const category = z.object({ score: z.number().nullable() })
const audit = z.object({ numericValue: z.number().optional(), displayValue: z.string().optional() })
const lighthouseReport = z.object({
  categories: z.record(z.string(), category),
  audits: z.record(z.string(), audit),
})

interface Visit {
  name: string
  path: string
  isSignedIn: boolean
  isPhone: boolean
}

/** The pages that people see first, and a report with a failure. */
async function listVisits({ db }: TestConsole): Promise<Visit[]> {
  const { rows } = await db.query<{ audit_id: string }>(
    `select audit_id from inspections where failed_count > 0 order by modified_at desc, audit_id limit 1`,
  )
  return [
    { name: 'sign-in', path: '/sign-in', isSignedIn: false, isPhone: false },
    { name: 'list', path: '/inspections', isSignedIn: true, isPhone: false },
    { name: 'list, phone', path: '/inspections', isSignedIn: true, isPhone: true },
    { name: 'review', path: '/review', isSignedIn: true, isPhone: false },
    { name: 'report', path: `/inspections/${rows[0]?.audit_id}`, isSignedIn: true, isPhone: false },
  ]
}

/**
 * A browser that has the cookie of a session, and the port where Lighthouse controls it. Lighthouse's own
 * `--extra-headers` is not enough: requests that start late go without them, are refused, and count as errors of the page.
 */
async function openBrowser(chromium: string, profile: string, app: TestConsole, isSignedIn: boolean) {
  const context = await playwright.launchPersistentContext(profile, {
    executablePath: chromium,
    args: ['--remote-debugging-port=0', '--no-sandbox', '--disable-gpu'],
  })
  const { cookie } = await app.signIn('admin')
  // Only an https address may set a __Host- cookie by hand.
  const url = app.url.replace('http:', 'https:')
  if (isSignedIn) await context.addCookies([{ ...cookie, url, secure: true, httpOnly: true }])
  const [port] = readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
  if (port === undefined) throw new Error('the browser named no port')
  return { context, port }
}

/** Scores from 0 to 100, and the times that the performance score consists of. @throws when Lighthouse fails */
async function visit(file: string, chromium: string, app: TestConsole, { path: page, isSignedIn, isPhone }: Visit) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'sightline-lighthouse-'))
  const output = path.join(scratch, 'report.json')
  const { context, port } = await openBrowser(chromium, path.join(scratch, 'profile'), app, isSignedIn)
  const words = [
    file,
    `${app.url}${page}`,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    // Without a preset, Lighthouse measures a phone.
    ...(isPhone ? [] : ['--preset=desktop']),
    `--only-categories=${categories.join(',')}`,
    `--port=${port}`,
    // The event stream never ends, so the network is never idle.
    '--max-wait-for-load=15000',
  ]
  try {
    const { code, output: said } = await runProcess(process.execPath, words, { logFile: path.join(scratch, 'log') })
    if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${said.slice(-500)}`)
    const report = lighthouseReport.parse(JSON.parse(readFileSync(output, 'utf8')))
    const scores = Object.fromEntries(
      categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
    )
    const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
      (name) => report.audits[name]?.displayValue ?? '-',
    )
    return { scores, times }
  } finally {
    await context.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * Lighthouse's scores of the pages that people see first, on a desktop and the list also on a phone; the median of
 * three visits each, with an empty cache.
 */
export async function benchLighthouse(): Promise<boolean> {
  const browser = provideChromium()
  if ('problem' in browser) throw new Error(browser.problem)
  const folder = provideInCache(`lighthouse-${version}`, { lighthouse: version })
  const file = path.join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  await using app = await startConsole({ standin: { inspections } })
  await waitForIndex(app, inspections)
  const results: Array<{ name: string; scores: Record<string, number>; times: readonly string[]; isMet: boolean }> = []
  for (const one of await listVisits(app)) {
    const seen = []
    for (let round = 0; round < rounds; round += 1) seen.push(await visit(file, browser.path, app, one))
    seen.sort((a, b) => (a.scores['performance'] ?? 0) - (b.scores['performance'] ?? 0))
    const middle = seen[Math.floor(rounds / 2)] ?? { scores: {}, times: [] }
    const wanted = one.isPhone ? phoneTargets : targets
    const isMet = categories.every((name) => (middle.scores[name] ?? 0) >= wanted[name])
    results.push({ name: one.name, ...middle, isMet })
    const scores = categories.map((name) => middle.scores[name]).join(' / ')
    say(
      `${one.name.padEnd(12)} ${scores}  ${isMet ? 'MET' : 'MISSED'}  first, largest, blocked: ${middle.times.join(', ')}`,
    )
  }
  writeResults('lighthouse', { results })
  return results.every(({ isMet }) => isMet)
}
