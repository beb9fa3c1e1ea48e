'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { revealElement } from '@/components/report/find/reveal'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { diffAnchor } from './texts'

export interface DiffJumps {
  /** The last difference jumped to, from 0; null before the first jump or when it is no longer shown. */
  position: number | null
  jump: (step: 1 | -1) => void
}

/** Moves through the differences in the order on screen with `n` and `p`. After the last one comes the first. */
export function useDiffJumps(keys: readonly string[]): DiffJumps {
  const t = useTranslations('compare.shortcuts')
  const [current, setCurrent] = useState<string | null>(null)
  const at = current === null ? -1 : keys.indexOf(current)
  const jump = (step: 1 | -1) => {
    const next = at === -1 ? (step === 1 ? 0 : keys.length - 1) : (at + step + keys.length) % keys.length
    const key = keys[next]
    if (key === undefined) return
    setCurrent(key)
    revealElement(diffAnchor(key))
  }
  const shared = { group: t('group'), repeats: true }
  useShortcuts(
    keys.length === 0
      ? []
      : [
          { ...shared, id: 'compare.next', keys: ['n'], label: t('next'), run: () => jump(1) },
          { ...shared, id: 'compare.previous', keys: ['p'], label: t('previous'), run: () => jump(-1) },
        ],
  )
  return { position: at === -1 ? null : at, jump }
}
