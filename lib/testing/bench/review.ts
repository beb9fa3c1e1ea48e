import os from 'node:os'
import { chromium, type Browser, type Page } from '@playwright/test'
import { systemClock } from '@/lib/clock'
import { ensureBuild } from '@/lib/launch/build'
import { fillIndexAt } from '../fill-index'
import { startConsole, type TestConsole } from '../harness'
import { findChromium } from '../run/find-chromium'
import { type Opened, readWatch, startWatch, waitForPainted } from './review-watch'
import { percentile } from './search/search-measure'
import { say, writeResults } from './tools'

const inspections = 1_000
const openMsMax = 100
/** How long a fast reviewer looks at an inspection. */
const sampleMs = 1_000
/** Steps of a review: next, mark and next, back, and next again. */
const cycle = ['j', 'r', 'j', 'k', 'j', 'j', 'r', 'j'] as const
const cycles = 5
const bursts = 6
const burstPresses = 10
/** Repeat interval of a key that is held down. */
const repeatMs = 33

interface Step {
  key: string
  /** From the key press until heading and failed answers are in the document, and painted. */
  readMs: number
  paintedMs: number
  photo: Opened['photo']
  photoMs: number | null
}

interface Burst {
  /** From the last key press until the final inspection is painted. */
  lastMs: number
  /** From the first key press until the final inspection is painted. */
  wholeMs: number
  isInOrder: boolean
}

/** Opens the queue, and returns its inspections in order. */
async function openQueue(page: Page, url: string): Promise<string[]> {
  await startWatch(page)
  const answer = page.waitForResponse((response) => response.url().includes('/api/review/queue'))
  await page.goto(`${url}/review`, { waitUntil: 'load' })
  const { items } = (await (await answer).json()) as { items: Array<{ row: { auditId: string } }> }
  const ids = items.map(({ row }) => row.auditId)
  if (ids.length < 100) throw new Error(`the queue has only ${ids.length} inspections`)
  await waitForPainted(page, ids[0] ?? '')
  // A person reads the first inspection about this long. The next two are prefetched in that time.
  await systemClock.sleep(3 * sampleMs)
  return ids
}

/** Presses the keys one after another and waits for each inspection. */
export async function measureSteps(page: Page, ids: readonly string[], from: number): Promise<Step[]> {
  const steps: Step[] = []
  let at = from
  for (const key of Array.from({ length: cycles }, () => cycle).flat()) {
    at += key === 'k' ? -1 : 1
    await page.keyboard.press(key)
    await waitForPainted(page, ids[at] ?? '')
    await systemClock.sleep(sampleMs)
    const { presses, opened } = await readWatch(page)
    const pressedAt = presses.at(-1)?.at ?? Number.NaN
    const shown = opened.at(-1)
    if (shown === undefined || shown.auditId !== ids[at])
      throw new Error(`“${key}” opened ${shown?.auditId} instead of ${ids[at]}`)
    steps.push({
      key,
      readMs: (shown.readAt ?? Number.NaN) - pressedAt,
      paintedMs: (shown.paintedAt ?? Number.NaN) - pressedAt,
      photo: shown.photo,
      photoMs: shown.photoAt === null ? null : shown.photoAt - pressedAt,
    })
  }
  return steps
}

/** Presses j at the rate of a held key: each press moves one further, however busy the page is. */
export async function measureBurst(page: Page, ids: readonly string[], from: number): Promise<Burst> {
  const before = (await readWatch(page)).opened.length
  const wanted = ids.slice(from + 1, from + 1 + burstPresses)
  const sent: Array<Promise<void>> = []
  for (let press = 0; press < burstPresses; press += 1) {
    sent.push(page.keyboard.press('j'))
    await systemClock.sleep(repeatMs)
  }
  await Promise.all(sent)
  await waitForPainted(page, wanted.at(-1) ?? '')
  const { presses, opened } = await readWatch(page)
  const shown = opened.slice(before)
  const paintedAt = shown.at(-1)?.paintedAt ?? Number.NaN
  return {
    lastMs: paintedAt - (presses.at(-1)?.at ?? Number.NaN),
    wholeMs: paintedAt - (presses.at(-burstPresses)?.at ?? Number.NaN),
    isInOrder: shown.map(({ auditId }) => auditId).join(' ') === wanted.join(' '),
  }
}

async function openPage(browser: Browser, app: TestConsole): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  const { cookie } = await app.signIn('admin')
  const url = app.url.replace('http:', 'https:')
  await context.addCookies([{ ...cookie, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
  return await context.newPage()
}

/** "median 41 ms, p95 78 ms (23 to 90)" */
function describe(values: readonly number[]): string {
  const [middle, high] = [percentile(values, 0.5), percentile(values, 0.95)]
  return `median ${middle.toFixed(0)} ms, p95 ${high.toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}, of ${values.length})`
}

const judge = (values: readonly number[]) => values.length > 0 && percentile(values, 0.95) <= openMsMax
const word = (isMet: boolean) => (isMet ? 'MET' : 'MISSED')

async function measure(app: TestConsole): Promise<boolean> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await openPage(browser, app)
    const ids = await openQueue(page, app.url)
    const loadBefore = os.loadavg()[0] ?? 0
    const steps = await measureSteps(page, ids, 0)
    let at = ids.indexOf((await readWatch(page)).opened.at(-1)?.auditId ?? '')
    const held: Burst[] = []
    for (let round = 0; round < bursts; round += 1) {
      held.push(await measureBurst(page, ids, at))
      at += burstPresses
      await systemClock.sleep(3 * sampleMs)
    }
    return report(ids.length, loadBefore, steps, held)
  } finally {
    await browser.close()
  }
}

function report(length: number, loadBefore: number, steps: readonly Step[], held: readonly Burst[]): boolean {
  const painted = steps.map(({ paintedMs }) => paintedMs)
  const photos = steps.flatMap(({ photoMs }) => photoMs ?? [])
  const broken = steps.filter(({ photo }) => photo === 'broken' || photo === 'awaited').length
  const lasts = held.map(({ lastMs }) => lastMs)
  const areInOrder = held.every(({ isInOrder }) => isInOrder)
  say(
    `\n${os.availableParallelism()} cores, which browser, console, service and PostgreSQL share; load average ${loadBefore.toFixed(1)} before, ${os.loadavg()[0]?.toFixed(1)} after`,
  )
  say(`a queue of ${length} at 1440 by 900; from the key press, p95 <= ${openMsMax} ms\n`)
  say(`heading and failed answers painted: ${describe(painted)}  ${word(judge(painted))}`)
  say(`of that until they are in the document: ${describe(steps.map(({ readMs }) => readMs))}`)
  for (const key of new Set(cycle))
    say(`  with ${key}: ${describe(steps.flatMap((step) => (step.key === key ? [step.paintedMs] : [])))}`)
  say(
    `first photo of a failure painted: ${photos.length === 0 ? 'none was in view' : describe(photos)}${broken === 0 ? '' : `, ${broken} never`}`,
  )
  say(
    `${burstPresses} presses of j every ${repeatMs} ms, from the last of them: ${describe(lasts)}  ${word(judge(lasts))}`,
  )
  say(`  the inspections opened by them: ${areInOrder ? 'each one, in order' : 'NOT the ten that follow, in order'}`)
  writeResults('review', { length, loadBefore, steps, bursts: held })
  return judge(painted) && judge(lasts) && areInOrder && broken === 0
}

/** Steps through the review queue in a real browser. False when an inspection is slower than promised. */
export async function benchReview(): Promise<boolean> {
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  await using app = await startConsole({ standin: { inspections }, prepare: fillIndexAt })
  return await measure(app)
}
