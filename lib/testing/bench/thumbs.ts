import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { Pool } from 'undici'
import type { ThumbSize } from '@/lib/media/model'
import { launchQuietBrowser, openContext } from './browser'
import { startBenchConsole, type BenchConsole } from './search/search-console'
import { ask, percentile, runRound } from './search/search-measure'
import { startPhotoService } from './thumbs-upstream'
import { ensureBenchBuild, say, writeResults } from './tools'

const wallCount = 200
const wallMsMax = 400
const paintings = 7

/**
 * Loads each thumbnail by its own address, or as the media wall does: one request for those that are needed together.
 */
type How = 'single' | 'wall'

interface Wall {
  name: string
  how: How
  /** From the start of the navigation until the last thumbnail was painted. */
  paintedMs: number[]
  requests: number
}

const hrefOf = (name: string, n: number, size: ThumbSize) => `/api/media/audit_bench/${name}${n}/thumb?size=${size}`

interface Painted {
  count: number
  lastMs: number
}

/** Runs in the page: the browser's own report about each picture that it painted. */
function watchPaints(): void {
  const painted: Painted = { count: 0, lastMs: 0 }
  Object.assign(window, { painted })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) {
      painted.count += 1
      painted.lastMs = Math.max(painted.lastMs, startTime)
    }
  }).observe({ type: 'element', buffered: true })
  // The browser reports only pictures that have this attribute before they are painted.
  new MutationObserver(() => {
    for (const picture of document.images)
      if (picture.getAttribute('elementtiming') === null) picture.setAttribute('elementtiming', 'thumb')
  }).observe(document, { childList: true, subtree: true })
}

const isPainted = (count: number) => (window as unknown as { painted: Painted }).painted.count >= count

const readWall = () => ({
  lastMs: (window as unknown as { painted: Painted }).painted.lastMs,
  broken: Array.from(document.images).filter(({ naturalWidth }) => naturalWidth === 0).length,
  requests: performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/media/')).length,
})

/** Opens the wall and waits until every picture has been painted. */
async function paintWall(context: BrowserContext, app: BenchConsole, size: ThumbSize, how: How) {
  const page = await context.newPage()
  await page.addInitScript(watchPaints)
  await page.goto(`${app.url}/bench-wall?count=${wallCount}&name=wall&size=${size}&how=${how}`, { waitUntil: 'commit' })
  await page.waitForFunction(isPainted, wallCount)
  const { lastMs, broken, requests } = await page.evaluate(readWall)
  await page.close()
  if (broken > 0) throw new Error(`${broken} thumbnails of the wall are broken`)
  return { lastMs, requests }
}

async function measureWalls(app: BenchConsole): Promise<Wall[]> {
  const browser = await launchQuietBrowser()
  try {
    const walls: Wall[] = []
    for (const size of ['small', 'medium'] as const) {
      const pairs = (['single', 'wall'] as const).map((how) => {
        const what = `${wallCount} ${size}, ${how === 'wall' ? 'as the wall' : 'each by its own address'}`
        const empty: Wall = { name: `${what}, an empty browser`, how, paintedMs: [], requests: 0 }
        return { how, walls: [empty, { ...empty, name: `${what}, looked at again`, paintedMs: [] }] }
      })
      // Both ways in each round, so that other work on the machine slows both.
      for (let round = 0; round <= paintings; round += 1)
        for (const { how, walls: pair } of pairs) {
          const context = await openContext(browser, app, { width: 1_600, height: 1_200 })
          for (const wall of pair) {
            const { lastMs, requests } = await paintWall(context, app, size, how)
            // The first round warms up code that is compiled once.
            if (round > 0) wall.paintedMs.push(lastMs)
            wall.requests = requests
          }
          await context.close()
        }
      walls.push(...pairs.flatMap((pair) => pair.walls))
    }
    return walls
  } finally {
    await browser.close()
  }
}

/** Creates thumbnails that are not cached, as a media wall would, and measures other requests during that time. */
async function measureCold(app: BenchConsole, name: string, count: number) {
  const target = { origin: app.url, headers: app.headers }
  const pool = new Pool(app.url, { connections: 1 })
  const liveMs: number[] = []
  const over = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      const { sample } = await ask(pool, '/api/health/live', target, () => null)
      liveMs.push(sample.clientMs)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const watching = watch()
  let next = 0
  const round = await runRound(target, {
    clients: 6,
    requests: count,
    msMax: 300_000,
    nextPath: () => hrefOf(name, next++, 'small'),
    check: (status) => (status === 200 ? null : `status ${status}`),
  })
  over.abort()
  await watching
  await pool.close()
  return {
    name,
    count,
    perSecond: round.perSecond,
    liveP99Ms: percentile(liveMs, 0.99),
    wrong: round.wrong.slice(0, 3),
  }
}

/** Measures a cached size, or a handler that does nothing, which shows the overhead of Next itself. */
async function measureWarm(app: BenchConsole, size: ThumbSize | 'nothing') {
  let next = 0
  const round = await runRound(
    { origin: app.url, headers: app.headers },
    {
      clients: 8,
      requests: 4_000,
      msMax: 10_000,
      nextPath: () => (size === 'nothing' ? '/api/bench/empty/x' : hrefOf('wall', next++ % wallCount, size)),
      check: (status) => (status === 200 || status === 204 ? null : `status ${status}`),
    },
  )
  return {
    size,
    perSecond: round.perSecond,
    handlerP50Ms: percentile(
      round.samples.map(({ handlerMs }) => handlerMs ?? 0),
      0.5,
    ),
    clientP95Ms: percentile(
      round.samples.map(({ clientMs }) => clientMs),
      0.95,
    ),
    wrong: round.wrong.slice(0, 3),
  }
}

async function measure(app: BenchConsole): Promise<boolean> {
  const cold = [await measureCold(app, 'wall', wallCount), await measureCold(app, 'phone', 100)]
  const walls = await measureWalls(app)
  const warm = [await measureWarm(app, 'nothing'), await measureWarm(app, 'small'), await measureWarm(app, 'medium')]
  say(
    `\n${os.availableParallelism()} cores, which browser, console, service and PostgreSQL share; load average ${os.loadavg()[0]?.toFixed(1)}\n`,
  )
  let isMet = true
  for (const { name, how, paintedMs, requests } of walls) {
    const middle = percentile(paintedMs, 0.5)
    const verdict = how === 'single' ? '' : `; <= ${wallMsMax})  ${middle <= wallMsMax ? 'MET' : 'MISSED'}`
    isMet &&= how === 'single' || middle <= wallMsMax
    say(
      `${name}: painted after ${middle.toFixed(0)} ms (${Math.min(...paintedMs).toFixed(0)} to ${Math.max(...paintedMs).toFixed(0)}; ${requests} requests${verdict === '' ? ')' : verdict}`,
    )
  }
  for (const { size, perSecond, handlerP50Ms, clientP95Ms, wrong } of warm)
    say(
      `${size === 'nothing' ? 'an empty handler' : `kept, ${size}`}, 8 clients: ${perSecond.toFixed(0)} a second, handler p50 ${handlerP50Ms.toFixed(2)} ms, client p95 ${clientP95Ms.toFixed(1)} ms ${wrong.join(' ')}`,
    )
  for (const { name, count, perSecond, liveP99Ms, wrong } of cold)
    say(
      `made anew, ${count} of ${name === 'phone' ? 12 : 2} megapixels: ${perSecond.toFixed(1)} a second; /api/health/live meanwhile p99 ${liveP99Ms.toFixed(1)} ms ${wrong.join(' ')}`,
    )
  writeResults('thumbs', { walls, warm, cold })
  return isMet && [...cold, ...warm].every(({ wrong }) => wrong.length === 0)
}

/** A wall of thumbnails from a warm cache in a real browser over HTTP. False when it is slower than promised. */
export async function benchThumbs(): Promise<boolean> {
  if (!(await ensureBenchBuild())) return false
  const dir = mkdtempSync(path.join(os.tmpdir(), 'sightline-bench-thumbs-'))
  try {
    await using app = await startBenchConsole(dir, startPhotoService)
    return await measure(app)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
