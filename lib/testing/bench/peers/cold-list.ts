import type { Page } from '@playwright/test'
import { alternate, median } from '../compare'
import { readWholeCpuMs } from '../cpu'
import { launchQuietBrowser, openContext } from '../browser'
import type { BenchConsole } from '../search/search-console'
import { say } from '../tools'
import { startReactAdmin } from './react-admin'
import { formatRatio, judgeRatio, type Judged } from '../tables'

const viewport = { width: 1_440, height: 900 }
const ttfbMsMax = 120
const serverMsMax = 150
const warmUps = 40

/** The first visit of a list by a browser with nothing in its cache. */
interface Visit {
  /** From the start of the navigation until a row with data is painted. */
  rowMs: number
  /** Until the first byte of the document. */
  firstByteMs: number
  /** JavaScript that had arrived by then, in its compressed size. */
  scriptKb: number
  requests: number
}

export interface ColdFigure extends Judged {
  rows: number
  ours: Visit
  theirs: Visit
  firstByte: Judged
  /** Processor time of the console with its PostgreSQL for one visit. */
  serverCpu: Judged
}

interface FirstRow {
  paintedMs: number | null
}

/**
 * Runs in the page: the time of the first frame in which an element of `selector` is on screen. The frame's own time
 * counts, because tasks after it wait for scripts, which do not delay what people see.
 */
function watchFirstRow(selector: string): void {
  const firstRow: FirstRow = { paintedMs: null }
  Object.assign(window, { firstRow })
  const frames = new IntersectionObserver((entries) => {
    for (const { isIntersecting, time } of entries) if (isIntersecting) firstRow.paintedMs ??= time
  })
  const observer = new MutationObserver(() => {
    // React sends parts of a page that come late in a hidden element first.
    const row = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility())
    if (row === undefined) return
    observer.disconnect()
    frames.observe(row)
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}

const isPainted = () => (window as unknown as { firstRow: FirstRow }).firstRow.paintedMs !== null

const readVisit = (): Visit => {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const parts = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = parts.filter(({ name }) => /\.js(\?|$)/.test(name))
  return {
    rowMs: (window as unknown as { firstRow: FirstRow }).firstRow.paintedMs ?? Number.NaN,
    firstByteMs: document?.responseStart ?? Number.NaN,
    scriptKb: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_024,
    requests: parts.length + 1,
  }
}

async function visit(page: Page, url: string, selector: string): Promise<Visit> {
  await page.addInitScript(watchFirstRow, selector)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(isPainted, undefined, { timeout: 60_000 })
  return await page.evaluate(readVisit)
}

/** Every visit has a new browser. */
async function visitCold(app: BenchConsole, url: string, selector: string): Promise<Visit> {
  const browser = await launchQuietBrowser()
  try {
    const context = await openContext(browser, app, viewport)
    return await visit(await context.newPage(), url, selector)
  } finally {
    await browser.close()
  }
}

function middle(visits: readonly Visit[]): Visit {
  const of = (name: keyof Visit) => median(visits.map((one) => one[name]))
  return { rowMs: of('rowMs'), firstByteMs: of('firstByteMs'), scriptKb: of('scriptKb'), requests: of('requests') }
}

const describe = ({ rowMs, firstByteMs, scriptKb, requests }: Visit) =>
  `row ${rowMs.toFixed(0)} ms, first byte ${firstByteMs.toFixed(0)} ms, ${scriptKb.toFixed(0)} KB of JavaScript, ${requests} requests`

/** Compares the first visit to the list with the first visit to the list of react-admin over the same rows. */
export async function compareColdList(
  app: BenchConsole,
  { rows, rounds, most }: { rows: number; rounds: number; most: number },
): Promise<ColdFigure> {
  await using peer = await startReactAdmin(app.db)
  // Only the browser is cold. A server that has just started has not compiled its code yet, so this one is warmed up.
  for (let times = 0; times < warmUps; times += 1)
    await (await fetch(`${app.url}/inspections`, { headers: app.headers })).text()
  const serverMs: number[] = []
  const pairs = await alternate(
    rounds,
    async () => {
      const beforeMs = readWholeCpuMs(app.pid)
      const seen = await visitCold(
        app,
        `${app.url}/inspections`,
        'tbody tr[aria-rowindex] a[href*="/inspections/audit_"]',
      )
      serverMs.push(readWholeCpuMs(app.pid) - beforeMs)
      return seen
    },
    () => visitCold(app, `${peer.url}/`, 'tbody .cell'),
  )
  const ours = middle(pairs.map((pair) => pair.ours))
  const theirs = middle(pairs.map((pair) => pair.theirs))
  const judged = judgeRatio(median(pairs.map((pair) => pair.ours.rowMs / pair.theirs.rowMs)), { most })
  const firstByte = judgeRatio(ours.firstByteMs, { most: ttfbMsMax })
  const serverCpu = judgeRatio(median(serverMs), { most: serverMsMax })
  say(`cold list of ${rows} rows: ${formatRatio(judged)}`)
  say(`  ms of ours: first byte ${formatRatio(firstByte)}; processor of the server ${formatRatio(serverCpu)}`)
  say(`  ours:   ${describe(ours)}\n  theirs: ${describe(theirs)}`)
  return { rows, ours, theirs, ...judged, firstByte, serverCpu }
}
