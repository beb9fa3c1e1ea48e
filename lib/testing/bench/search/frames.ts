import type { Page } from '@playwright/test'

/** What the frames in a period showed. All times are in milliseconds. */
export interface Frames {
  frames: number
  /** Longest time between two frames. */
  longestFrameMs: number
  /** Longest time in which part of the list's area showed no row, or a row without text. */
  blankMs: number
  /** Longest time in which a visible row was not loaded yet; it shows its number and gray bars. */
  waitingMs: number
}

interface Watching {
  stop: () => Frames
}

/** Checks every frame while `act` runs, and then until all visible rows are loaded. */
export async function watchFrames(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const grid = document.querySelector('[role=grid]')
    const scroller = grid?.parentElement
    if (!grid || !scroller) throw new Error('there is no list')
    const told = { frames: 0, longestFrameMs: 0, blankMs: 0, waitingMs: 0 }
    let last = performance.now()
    let blankSince: number | null = null
    let waitingSince: number | null = null
    let isOver = false
    const onFrame = () => {
      const now = performance.now()
      told.frames += 1
      told.longestFrameMs = Math.max(told.longestFrameMs, now - last)
      last = now
      const area = scroller.getBoundingClientRect()
      const head = grid.querySelector('thead')?.getBoundingClientRect().bottom ?? area.top
      let shown = 0
      let isWaiting = false
      for (const row of grid.querySelectorAll<HTMLElement>('tbody tr[aria-rowindex]')) {
        const box = row.getBoundingClientRect()
        const height = Math.min(box.bottom, area.bottom) - Math.max(box.top, head)
        if (height <= 0) continue
        if ((row.textContent ?? '').trim() !== '') shown += height
        if (row.getAttribute('aria-busy') === 'true') isWaiting = true
      }
      // Half a row of tolerance, for edges between pixels.
      const isBlank = shown < area.bottom - head - 20
      blankSince = isBlank ? (blankSince ?? now) : null
      waitingSince = isWaiting || isBlank ? (waitingSince ?? now) : null
      if (blankSince !== null) told.blankMs = Math.max(told.blankMs, now - blankSince)
      if (waitingSince !== null) told.waitingMs = Math.max(told.waitingMs, now - waitingSince)
      if (!isOver) requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    const watching: Watching = {
      stop: () => {
        isOver = true
        return told
      },
    }
    Object.assign(window, { watching })
  })
  await act()
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('[role=grid] tbody tr[aria-rowindex]')].every(
        (row) => row.getAttribute('aria-busy') !== 'true',
      ),
    undefined,
    { polling: 'raf' },
  )
  return await page.evaluate(() => (window as unknown as { watching: Watching }).watching.stop())
}
