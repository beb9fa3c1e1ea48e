'use client'

import { type RefObject, useEffect, useState } from 'react'
import { useShortcuts } from '@/lib/browser/shortcuts'

const picturesWaitMs = 15_000
const settleMs = 50

export interface Print {
  /** The page is being made ready for paper: pictures are larger and are read now. */
  isPreparing: boolean
  start: () => void
}

/**
 * Prints the report with its pictures. A page reads pictures when they come into sight, and small: on paper there would be
 * grey boxes, so they are read first and printed when they are here. After a time it prints what there is.
 */
export function usePrint(root: RefObject<HTMLElement | null>): Print {
  const [isPreparing, setPreparing] = useState(false)
  useEffect(() => {
    if (!isPreparing) return undefined
    let isOver = false
    void readPictures(root.current, picturesWaitMs).then(() => {
      if (isOver) return undefined
      // Returns when the dialog is closed.
      window.print()
      setPreparing(false)
      return undefined
    })
    return () => {
      isOver = true
    }
  }, [isPreparing, root])
  const start = () => setPreparing(true)
  useShortcuts([{ id: 'report.print', keys: ['mod+p'], label: 'Print the report', group: 'Inspection', run: start }])
  return { isPreparing, start }
}

/** Waits until every picture inside `root` is there or has failed, `waitMs` at most. */
async function readPictures(root: HTMLElement | null, waitMs: number): Promise<void> {
  const pictures = [...(root?.querySelectorAll('img') ?? [])]
  const all = pictures.map((picture) => {
    picture.loading = 'eager'
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
  // A picture that failed is drawn as such first.
  await new Promise((resolve) => setTimeout(resolve, settleMs))
}
