import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { launchQuietBrowser, openContext } from '@/lib/testing/bench/browser'
import { benchFolder, ensureBenchBuild, say, writeResults } from '@/lib/testing/bench/tools'
import { ensureDataset } from './dataset-load'
import { type Frames, watchFrames } from './frames'
import { startBenchConsole, type BenchConsole } from './search-console'
import { listPath } from './search-shapes'

const viewport = { width: 1_440, height: 900 }
const blankMsMax = 100
const waitingMsMax = 300
/** Where the scrollbar is dragged to, as shares of the list. */
const drags = [0.5, 0.93, 0.07, 0.7] as const
const dragFrames = 30

interface Move extends Frames {
  name: string
  /** A row that was shown at a wrong place, or null. */
  wrong: string | null
  ok: boolean
}

const answer = z.object({ rows: z.array(z.object({ auditId: z.string() })) })

/** The ids of rows that the page shows, and their places. */
const readShown = (page: Page) =>
  page.locator('[role=grid] tbody tr[aria-rowindex]').evaluateAll((rows) =>
    rows.map((row) => ({
      place: Number(row.getAttribute('aria-rowindex')) - 2,
      href: row.querySelector('td[data-cell=title] a')?.getAttribute('href') ?? '',
    })),
  )

/** Compares the shown rows with the list of the API. */
async function findWrong(app: BenchConsole, page: Page): Promise<string | null> {
  const shown = await readShown(page)
  const offset = shown[0]?.place ?? 0
  const response = await fetch(`${app.url}${listPath({ offset, limit: 100, include: ['rows'] })}`, {
    headers: app.headers,
  })
  const { rows } = answer.parse(await response.json())
  const wrong = shown.find(({ place, href }) => href !== `/inspections/${rows[place - offset]?.auditId}`)
  if (shown.length === 0) return 'no row is shown'
  return wrong === undefined ? null : `row ${wrong.place} is ${wrong.href}`
}

/** Headless browsers have no scrollbar to drag, so the list is scrolled frame by frame, as dragging does. */
const drag = (page: Page, share: number) =>
  page.locator('[role=grid]').evaluate(
    async ({ parentElement: scroller }, { target, frames }) => {
      if (scroller === null) return
      const from = scroller.scrollTop
      const to = (scroller.scrollHeight - scroller.clientHeight) * target
      for (let step = 1; step <= frames; step += 1) {
        scroller.scrollTop = from + ((to - from) * step) / frames
        await new Promise(requestAnimationFrame)
      }
    },
    { target: share, frames: dragFrames },
  )

async function measureMoves(app: BenchConsole, page: Page, rows: number): Promise<Move[]> {
  const moves: Move[] = []
  const note = async (name: string, maxWaitingMs: number, act: () => Promise<void>, from: number, to: number) => {
    const frames = await watchFrames(page, act)
    const places = (await readShown(page)).map(({ place }) => place)
    const isThere = places.some((place) => place >= from && place <= to)
    const wrong = isThere ? await findWrong(app, page) : `rows ${places[0]} to ${places.at(-1)} are shown`
    const ok = wrong === null && frames.blankMs < blankMsMax && frames.waitingMs < maxWaitingMs
    moves.push({ name, ...frames, wrong, ok })
  }
  // Each key is measured twice: the first time, and again as for a person who moves back and forth.
  for (const time of ['first', 'second'])
    for (const [key, place] of [
      ['End', rows - 1],
      ['Home', 0],
    ] as const)
      await note(`${key}, the ${time} time`, waitingMsMax, () => press(page, key, place), place, place)
  for (const share of drags)
    await note(
      `drag to ${Math.round(share * 100)} %`,
      Infinity,
      () => drag(page, share),
      rows * (share - 0.01),
      rows * (share + 0.01),
    )
  return moves
}

async function press(page: Page, key: string, place: number): Promise<void> {
  await page.keyboard.press(key)
  await page.locator(`[role=grid] tr[aria-rowindex="${place + 2}"] td[data-cell=title] a`).waitFor()
}

function print(moves: readonly Move[]): void {
  const head = ['frames', 'longest', 'blank', 'waiting']
  say(`${'move'.padEnd(24)}${head.map((name) => name.padStart(9)).join('')}   ms`)
  for (const { name, frames, longestFrameMs, blankMs, waitingMs, wrong, ok } of moves) {
    const figures = [frames, longestFrameMs, blankMs, waitingMs].map((figure) => figure.toFixed(0).padStart(9))
    say(`${name.padEnd(24)}${figures.join('')}   ${ok ? 'ok' : 'MISSED'}${wrong === null ? '' : ` ${wrong}`}`)
  }
}

/**
 * Scrolls a list of a million inspections in Chromium: End, Home and the scrollbar. Its rows are higher than browsers let
 * an element be, so positions are scaled. False when a row is wrong, blank for too long or loaded too late.
 */
export async function benchScroll(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: { rows: { type: 'string', default: '1000000' }, dir: { type: 'string' } },
  })
  const rows = Number(values.rows)
  const dir = values.dir ?? path.join(benchFolder, `search-${rows}`)
  await ensureDataset(dir, rows)
  if (!(await ensureBenchBuild())) return false
  await using app = await startBenchConsole(dir)
  const browser = await launchQuietBrowser()
  try {
    const page = await (await openContext(browser, app, viewport)).newPage()
    // tsx gives named functions a helper that the page does not have.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.goto(`${app.url}/inspections`, { waitUntil: 'load' })
    // A key is lost until React has attached itself to the list.
    await page.waitForFunction((count) => {
      const list = document.querySelector('[role=grid]')
      const isAlive = list !== null && Object.keys(list).some((key) => key.startsWith('__reactProps'))
      return isAlive && list.getAttribute('aria-rowcount') === String(count)
    }, rows + 1)
    await page.locator('[role=grid]').focus()
    const moves = await measureMoves(app, page, rows)
    print(moves)
    writeResults('scroll', { rows, moves })
    return moves.every(({ ok }) => ok)
  } finally {
    await browser.close()
  }
}
