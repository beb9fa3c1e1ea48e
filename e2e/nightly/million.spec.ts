import { fillIds } from '@/lib/testing/fill-index'
import { startConsole } from '@/lib/testing/harness'
import { findListener, hasFigures, readMemoryBytes } from '../chaos/process-figures'
import { expect, test as base } from '../fixtures'
import { List } from '../search/list'
import { watchFrames, type Frames } from './frames'

const inspectionCount = 1_000_000

const test = base.extend({
  // Restores nothing, because these tests do not change the stand-in. The console never has all documents here, which
  // the usual fixture would wait for.
  // oxlint-disable-next-line no-empty-pattern
  calm: async ({}, use) => use(),
  console: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      await using app = await startConsole({
        standin: { inspections: inspectionCount, rateHeaders: false },
        // The index has only what the search returns. Documents are read on demand, as in the first days of a real
        // console.
        prepare: fillIds,
      })
      await use(app)
    },
    { scope: 'worker', timeout: 30 * 60_000 },
  ],
})
test.setTimeout(10 * 60_000)
// A trace takes a picture of every frame, and frames are what this test measures.
test.use({ trace: 'off' })

function note(figure: string): void {
  test.info().annotations.push({ type: 'figure', description: figure })
  process.stdout.write(`    ${figure}\n`)
}

function notify(name: string, { frames, longestFrameMs, blankMs, waitingMs }: Frames): void {
  const [longest, blank, waiting] = [longestFrameMs, blankMs, waitingMs].map(Math.round)
  note(`${name}: ${frames} frames, the longest ${longest} ms; blank ${blank} ms, rows not read yet ${waiting} ms`)
}

test('a list of a million inspections reaches End and Home within 300 ms, is never blank for over 100 ms, and shows any row by the scrollbar', async ({
  page,
  console: app,
}) => {
  const truth = app.standin.control.truth('both')
  expect(truth.length).toBe(inspectionCount)
  const list = new List(page)
  const openedAt = performance.now()
  await list.open()
  note(`first page: ${Math.round(performance.now() - openedAt)} ms`)
  await expect(list.grid).toHaveAttribute('aria-rowcount', String(inspectionCount + 1))
  const idAt = (position: number) => truth.at(-1 - position)?.audit_id ?? ''
  await list.grid.focus()

  // Each key is measured twice: the first time, and again as for a person who moves back and forth.
  for (const time of ['first', 'second'])
    for (const [key, position] of [
      ['End', inspectionCount - 1],
      ['Home', 0],
    ] as const) {
      // The first link of a row is its name. Sites, templates and authors are links too.
      const row = list.grid.locator(`tr[aria-rowindex="${position + 2}"] a`).first()
      const frames = await watchFrames(page, async () => {
        await page.keyboard.press(key)
        await expect(row).toBeVisible()
      })
      notify(`${key}, the ${time} time`, frames)
      await expect(row).toHaveAttribute('href', `/inspections/${idAt(position)}`)
      // Soft: one slow moment must not hide the other figures.
      expect.soft(frames.blankMs).toBeLessThan(100)
      expect.soft(frames.waitingMs).toBeLessThan(300)
    }

  // Headless browsers have no scrollbar to drag, so the list is scrolled frame by frame, as dragging does.
  for (const share of [0.5, 0.93, 0.07, 0.7]) {
    const frames = await watchFrames(page, () =>
      list.grid.evaluate(async (grid, target) => {
        const scroller = grid.parentElement
        if (scroller === null) return
        const from = scroller.scrollTop
        const to = (scroller.scrollHeight - scroller.clientHeight) * target
        for (let step = 1; step <= 30; step += 1) {
          scroller.scrollTop = from + ((to - from) * step) / 30
          await new Promise(requestAnimationFrame)
        }
      }, share),
    )
    notify(`drag to ${Math.round(share * 100)} %`, frames)
    const shown = await list.rows.evaluateAll((rows) =>
      rows.map((row) => [Number(row.getAttribute('aria-rowindex')) - 2, row.querySelector('a')?.getAttribute('href')]),
    )
    expect(shown.length).toBeGreaterThan(10)
    for (const [position, href] of shown) expect(href).toBe(`/inspections/${idAt(Number(position))}`)
    expect(Math.abs(Number(shown[0]?.[0]) / inspectionCount - share)).toBeLessThan(0.01)
    expect.soft(frames.blankMs).toBeLessThan(100)
  }
})

test('in a million inspections, an id is found at once, and the server stays under 600 MB', async ({
  page,
  console: app,
}) => {
  const id = app.standin.control.truth('both')[345_678]?.audit_id ?? ''
  const list = new List(page)
  await list.open()
  await list.search.fill(id)
  const askedAt = performance.now()
  await list.expectCount(1, inspectionCount)
  note(`an id: ${Math.round(performance.now() - askedAt)} ms after it was typed`)
  expect(await list.readFirstIds(2)).toEqual([id])
  await list.search.fill(id.slice(-10))
  await expect(async () => {
    expect(await list.readFirstIds(5)).toContain(id)
  }).toPass()
  test.skip(!hasFigures, 'the memory of another process is read from /proc, which only Linux has')
  const memory = readMemoryBytes(findListener(Number(new URL(app.url).port))) / 1024 / 1024
  note(`memory of the server: ${Math.round(memory)} MB`)
  expect(memory).toBeLessThan(600)
})
