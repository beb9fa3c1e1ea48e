'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { drawAll, drawAllNow, type Progress } from '@/components/ui/drawn-runs'
import { useShortcuts } from '@/lib/browser/shortcuts'

const picturesWaitMs = 15_000
const settleMs = 50

export interface Print {
  /** The page is being prepared for print: pictures are larger and load now. */
  isPreparing: boolean
  /** While the page is printed: how many pictures have not loaded. */
  missing: number
  /** Progress of rendering a long report for print; null when nothing is being rendered. */
  progress: Progress | null
  start: () => void
  /** Stops preparing. */
  cancel: () => void
}

/**
 * Prints what is in `root` with its pictures. On screen, pictures load small and only when they come into sight, so they
 * load first and the page is printed after that, or after a time limit. The browser's own print command does not wait: it
 * prints what can be rendered at once, and the rest is counted as missing.
 */
export function usePrint(
  root: RefObject<HTMLElement | null>,
  { label, group, isReady = true }: { label: string; group: string; isReady?: boolean },
): Print {
  const [isPreparing, setPreparing] = useState(false)
  const missing = usePaper(root)
  const [progress, setProgress] = useState<Progress | null>(null)
  useEffect(() => {
    const element = root.current
    if (!isPreparing || element === null) return undefined
    let isOver = false
    const print = async () => {
      const release = await drawAll(element, {
        step: (work, next) => drawStep(work, () => setProgress(next)),
        isOver: () => isOver,
      })
      try {
        setProgress(null)
        if (!isOver) await readPictures(element, picturesWaitMs)
        // Returns when the dialog is closed.
        if (!isOver) window.print()
      } finally {
        release()
      }
      if (!isOver) setPreparing(false)
    }
    void print()
    return () => {
      isOver = true
      setProgress(null)
    }
  }, [isPreparing, root])
  const start = () => setPreparing(true)
  useShortcuts(isReady ? [{ id: 'report.print', keys: ['mod+p'], label, group, run: start }] : [])
  return { isPreparing, missing, progress, start, cancel: () => setPreparing(false) }
}

/** Renders a part and lets the browser show the progress. */
function drawStep(work: () => void, notify: () => void): Promise<void> {
  flushSync(() => {
    work()
    notify()
  })
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
}

/** Prepares the page as far as possible at once, for any kind of printing, and counts the pictures that have not loaded. */
function usePaper(root: RefObject<HTMLElement | null>): number {
  const [missing, setMissing] = useState(0)
  const restore = useRef<(() => void) | null>(null)
  useEffect(() => {
    const fold = () => {
      restore.current?.()
      restore.current = null
    }
    const prepare = () => {
      const element = root.current
      if (element === null) return
      fold()
      const release = drawAllNow(element, flushSync)
      const shorten = showLongTexts(element)
      const close = openFolds(element)
      restore.current = () => {
        close()
        shorten()
        release()
      }
      const pictures = askForPictures(element)
      // When this returns, the browser prints the page as it is.
      flushSync(() => setMissing(pictures.filter((picture) => !picture.complete).length))
    }
    const end = () => {
      fold()
      setMissing(0)
    }
    window.addEventListener('beforeprint', prepare)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', prepare)
      window.removeEventListener('afterprint', end)
    }
  }, [root])
  return missing
}

/** Expands shortened texts; the returned function shortens them again. */
function showLongTexts(root: HTMLElement): () => void {
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('[data-long-text][aria-expanded="false"]')]
  const press = () => flushSync(() => buttons.forEach((button) => button.click()))
  if (buttons.length > 0) press()
  const release = drawAllNow(root, flushSync)
  return () => {
    release()
    if (buttons.length > 0) press()
  }
}

/** Expands what is collapsed inside `root`; the returned function collapses it again. */
function openFolds(root: HTMLElement): () => void {
  const details = [...root.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
  // A browser that does not know the value also hides the element from print styles.
  const entries = [...root.querySelectorAll<HTMLElement>('[hidden="until-found"]')]
  for (const each of details) each.open = true
  for (const entry of entries) entry.removeAttribute('hidden')
  return () => {
    for (const each of details) each.open = false
    for (const entry of entries) entry.setAttribute('hidden', 'until-found')
  }
}

/** All pictures inside `root`, which load at once from now on. */
function askForPictures(root: HTMLElement): HTMLImageElement[] {
  const pictures = [...root.querySelectorAll('img')]
  for (const picture of pictures) picture.loading = 'eager'
  return pictures
}

/** Waits until every picture inside `root` has loaded or failed, at most `waitMs`. */
async function readPictures(root: HTMLElement, waitMs: number): Promise<void> {
  const all = askForPictures(root).map((picture) => {
    if (picture.complete) return Promise.resolve(null)
    return new Promise((resolve) => {
      picture.addEventListener('load', resolve, { once: true })
      picture.addEventListener('error', resolve, { once: true })
    })
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([
    Promise.all(all),
    new Promise((resolve) => {
      timer = setTimeout(resolve, waitMs)
    }),
  ])
  clearTimeout(timer)
  // The page must first show failed pictures as failed.
  await new Promise((resolve) => setTimeout(resolve, settleMs))
}
