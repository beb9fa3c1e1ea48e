import os from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { systemClock } from '@/lib/clock'
import { ensureBuild } from '@/lib/launch/build'
import { fillIndexAt } from '../fill-index'
import { startConsole, type TestConsole } from '../harness'
import { deepDocument, longDocument, longTextDocument, longTitleDocument } from '../long-documents'
import { findChromium } from '../run/find-chromium'
import { describeMachine, say, writeResults } from './tools'

const openMsMax = 3_000
const otherMsMax = 200
const titleMsMax = 1_000
const probeEveryMs = 10

const cases = {
  'usual: 200 items': () => longDocument(200),
  '20,000 items': () => longDocument(20_000),
  '40,000 items': () => longDocument(40_000),
  '20,000 sections': () => longDocument(20_000, 1),
  '1,000 levels': () => deepDocument(1_000),
  '10,000 levels': () => deepDocument(10_000),
  'text of 8,000,000 characters': () => longTextDocument(8_000_000),
  'title of 100,000 characters': () => longTitleDocument(100_000),
}
type CaseName = keyof typeof cases
const caseNames = Object.keys(cases) as CaseName[]

interface Figures {
  /** From opening the address until the title and the first answers are painted. */
  openMs: number | null
  /** Elements on the page at that time. */
  elements: number
  /** Longest task of the page up to that time. */
  longestTaskMs: number
  /** The page is wider than its window. */
  isWide: boolean
  /** From the key press that jumps to the end until the last answer is painted. */
  endMs: number | null
  /** Longest wait for a frame while the wheel turns for two seconds. */
  longestFrameMs: number
  reportMs: number
  reportMb: number
  /** Longest response time of `/api/health/live` while the report was read several times. */
  otherMs: number
}

/** Long ago, so that no sync pass reads the document. The console reads it when its report is requested. */
const longAgo = Date.UTC(2020, 0, 1)

function keep({ standin: { control } }: TestConsole, name: CaseName): string {
  const [auditId = ''] = control.insert(1, { at: longAgo })
  control.override(auditId, { header_items: [], ...cases[name]() }, longAgo)
  return auditId
}

/** Requests the report, and another route all the time. */
async function measureServer(
  app: TestConsole,
  auditId: string,
): Promise<Pick<Figures, 'reportMs' | 'reportMb' | 'otherMs'>> {
  const { cookie } = await app.signIn('admin')
  const headers = { cookie: `${cookie.name}=${cookie.value}`, 'accept-encoding': 'identity' }
  const asking = new AbortController()
  let otherMs = 0
  const probing = (async () => {
    while (!asking.signal.aborted) {
      const at = performance.now()
      await (await fetch(`${app.url}/api/health/live`)).arrayBuffer()
      otherMs = Math.max(otherMs, performance.now() - at)
      await systemClock.sleep(probeEveryMs)
    }
  })()
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < 5; round += 1) {
    const at = performance.now()
    const answer = await fetch(`${app.url}/api/inspections/${auditId}/report`, { headers })
    bytes = (await answer.arrayBuffer()).byteLength
    times.push(performance.now() - at)
  }
  asking.abort()
  await probing
  return { reportMs: times.toSorted((a, b) => a - b)[2] ?? Number.NaN, reportMb: bytes / 1e6, otherMs }
}

const lastRow = '[id^="item="]'

async function measurePage(page: Page, url: string): Promise<Omit<Figures, 'reportMs' | 'reportMb' | 'otherMs'>> {
  const at = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  const opened = await page
    .waitForFunction((row) => document.querySelector(row) !== null, lastRow, { timeout: 150_000, polling: 'raf' })
    .then(() => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))))
    .then(() => performance.now() - at)
    .catch(() => null)
  if (opened === null)
    return { openMs: null, elements: 0, longestTaskMs: 0, isWide: false, endMs: null, longestFrameMs: 0 }
  const { elements, isWide, longestTaskMs } = await page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    longestTaskMs: Math.max(0, ...(window as unknown as { tasks: number[] }).tasks),
  }))
  const longestFrameMs = await page.evaluate(async () => {
    const until = performance.now() + 2_000
    let [last, longest] = [performance.now(), 0]
    while (performance.now() < until) {
      window.scrollBy(0, 120)
      await new Promise(requestAnimationFrame)
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
    return longest
  })
  const endMs = await page.evaluate(async () => {
    const begin = performance.now()
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function without its surroundings
    const isAtEnd = () => {
      const rows = [...document.querySelectorAll('[id^="item="]')]
      const { bottom } = rows.at(-1)?.getBoundingClientRect() ?? { bottom: Infinity }
      return bottom > 0 && bottom <= window.innerHeight + 1
    }
    while (performance.now() - begin < 60_000) {
      window.scrollTo(0, document.documentElement.scrollHeight)
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      if (isAtEnd()) return performance.now() - begin
    }
    return null
  })
  return { openMs: opened, elements, longestTaskMs, isWide, endMs, longestFrameMs }
}

async function openPage(app: TestConsole, executablePath: string | null) {
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  const { cookie } = await app.signIn('admin')
  await context.addCookies([
    { ...cookie, url: app.url.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
  const page = await context.newPage()
  await page.addInitScript({ content: 'globalThis.__name = (value) => value; globalThis.tasks = []' })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) (window as unknown as { tasks: number[] }).tasks.push(duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  return { browser, page }
}

const ms = (value: number | null) => (value === null ? 'never' : `${value.toFixed(0)} ms`)

function judge(name: CaseName, { openMs, otherMs, isWide }: Figures): boolean {
  const limit = name.startsWith('title') ? titleMsMax : openMsMax
  return openMs !== null && openMs <= limit && otherMs <= otherMsMax && !isWide
}

/** Opens reports of every length in a real browser. False when one is slower than promised. */
export async function benchReport(words: readonly string[]): Promise<boolean> {
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  const wanted = words.length === 0 ? caseNames : caseNames.filter((name) => words.some((word) => name.includes(word)))
  await using app = await startConsole({ standin: { inspections: 10 }, prepare: fillIndexAt })
  const load = os.loadavg()[0] ?? 0
  const figures = new Map<CaseName, Figures>()
  for (const name of wanted) {
    const auditId = keep(app, name)
    const server = await measureServer(app, auditId)
    const { browser, page } = await openPage(app, findChromium())
    const shown = await measurePage(page, `${app.url}/inspections/${auditId}`)
    await browser.close()
    const all = { ...server, ...shown }
    figures.set(name, all)
    say(
      `${name}: opened after ${ms(all.openMs)} with ${all.elements} elements, longest task ${ms(all.longestTaskMs)}, ` +
        `end after ${ms(all.endMs)}, longest frame ${ms(all.longestFrameMs)}${all.isWide ? ', SCROLLS SIDEWAYS' : ''}; ` +
        `answer ${ms(all.reportMs)} (${all.reportMb.toFixed(1)} MB), others waited ${ms(all.otherMs)}  ` +
        (judge(name, all) ? 'MET' : 'MISSED'),
    )
  }
  const usual = figures.get('usual: 200 items')?.openMs ?? null
  if (usual !== null)
    for (const [name, { openMs }] of figures)
      if (openMs !== null) say(`  ${name}: ${(openMs / usual).toFixed(1)} times a usual report`)
  say(`load average ${load.toFixed(1)} before, ${describeMachine().loadAverage[0]?.toFixed(1)} after`)
  writeResults('report', { figures: Object.fromEntries(figures) })
  return [...figures].every(([name, each]) => judge(name, each))
}
