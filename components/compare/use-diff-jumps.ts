'use client'

import { useState } from 'react'
import { revealElement } from '@/components/report/find/reveal'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { diffAnchor } from './words'

export interface DiffJumps {
  /** The difference jumped to last, from 0; null before the first jump or when it is no longer shown. */
  position: number | null
  jump: (step: 1 | -1) => void
}

/** Steps through the differences in the order on screen, with `n` and `p`; after the last comes the first. */
export function useDiffJumps(keys: readonly string[]): DiffJumps {
  const [current, setCurrent] = useState<string | null>(null)
  const at = current === null ? -1 : keys.indexOf(current)
  const jump = (step: 1 | -1) => {
    const next = at === -1 ? (step === 1 ? 0 : keys.length - 1) : (at + step + keys.length) % keys.length
    const key = keys[next]
    if (key === undefined) return
    setCurrent(key)
    revealElement(diffAnchor(key))
  }
  const shared = { group: 'Compare', repeats: true }
  useShortcuts(
    keys.length === 0
      ? []
      : [
          { ...shared, id: 'compare.next', keys: ['n'], label: 'Next difference', run: () => jump(1) },
          { ...shared, id: 'compare.previous', keys: ['p'], label: 'Previous difference', run: () => jump(-1) },
        ],
  )
  return { position: at === -1 ? null : at, jump }
}
