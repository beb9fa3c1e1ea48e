import type { Page } from '@playwright/test'

/** One inspection of the queue as the page showed it. Times are `performance.now()` of that page; null: not yet. */
export interface Opened {
  auditId: string
  /** Its heading and its failures are in the document. */
  readAt: number | null
  /** The frame with them is painted. */
  paintedAt: number | null
  photo: 'none in view' | 'awaited' | 'broken' | 'painted'
  photoAt: number | null
}

interface Watch {
  presses: Array<{ key: string; at: number }>
  opened: Opened[]
}

/**
 * Runs in the page. Records each key press with its time in the browser, and each inspection that was opened, in order,
 * including those shown too briefly to be painted.
 */
function watchQueue(): void {
  const watch: Watch = { presses: [], opened: [] }
  Object.assign(window, { watch })
  addEventListener('keydown', ({ key, timeStamp }) => watch.presses.push({ key, at: timeStamp }), true)
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function without its surroundings
  const afterPaint = (then: () => void) =>
    requestAnimationFrame(() => {
      // The first task after a frame's rendering starts when the frame is painted.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', then)
      port1.start()
      port2.postMessage(null)
    })
  const watchPhoto = (article: Element, entry: Opened) => {
    const photo = Array.from(article.querySelectorAll<HTMLImageElement>('li[data-failed] img')).find((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      // The poster of a video or document is no photo, and does not exist until a browser has made it.
      return bottom > 0 && top < innerHeight && !new URL(image.src).searchParams.has('kept')
    })
    if (photo === undefined) return
    entry.photo = 'awaited'
    photo.decode().then(
      () =>
        afterPaint(() => {
          entry.photo = 'painted'
          entry.photoAt = performance.now()
        }),
      () => {
        entry.photo = 'broken'
      },
    )
  }
  new MutationObserver(() => {
    const head = Array.from(document.querySelectorAll('article h2 a')).find((link) => link.checkVisibility())
    const auditId = head?.getAttribute('href')?.split('/').at(-1)
    const article = head?.closest('article')
    if (auditId === undefined || article == null) return
    let entry = watch.opened.at(-1)
    if (entry?.auditId !== auditId) {
      entry = { auditId, readAt: null, paintedAt: null, photo: 'none in view', photoAt: null }
      watch.opened.push(entry)
    }
    const opened = entry
    if (opened.readAt !== null || article.querySelector('[aria-busy]') !== null) return
    if (article.querySelector('li[data-failed],section') === null) return
    opened.readAt = performance.now()
    requestAnimationFrame(() => watchPhoto(article, opened))
    afterPaint(() => {
      opened.paintedAt = performance.now()
    })
  }).observe(document, { childList: true, subtree: true })
}

/** Starts to watch with the next page that is opened. */
export async function startWatch(page: Page): Promise<void> {
  // The loader of the bench wraps functions in a helper that does not exist in the page.
  await page.addInitScript({ content: 'globalThis.__name = (value) => value' })
  await page.addInitScript(watchQueue)
}

export const readWatch = (page: Page): Promise<Watch> =>
  page.evaluate(() => (window as unknown as { watch: Watch }).watch)

/** Waits until the inspection is the last one opened, and is painted. */
export async function waitForPainted(page: Page, auditId: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const last = (window as unknown as { watch: Watch }).watch.opened.at(-1)
      return last?.auditId === wanted && last.paintedAt !== null
    },
    auditId,
    { timeout: 20_000 },
  )
}
