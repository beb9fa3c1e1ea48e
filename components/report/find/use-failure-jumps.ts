'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { itemAnchor } from '@/lib/report/view'
import { revealElement } from './reveal'

export interface FailureJumps {
  /** The last failure jumped to, from 0; null before the first jump or when that failure is no longer shown. */
  position: number | null
  jump: (step: 1 | -1) => void
}

/** Moves through the failed answers with `n` and `p`, in the order on screen. After the last one comes the first. */
export function useFailureJumps(failedKeys: readonly string[], isOnScreen: boolean): FailureJumps {
  const t = useTranslations('report.shortcuts')
  const [current, setCurrent] = useState<string | null>(null)
  const at = current === null ? -1 : failedKeys.indexOf(current)
  const jump = (step: 1 | -1) => {
    if (failedKeys.length === 0) return
    const next =
      at === -1 ? (step === 1 ? 0 : failedKeys.length - 1) : (at + step + failedKeys.length) % failedKeys.length
    const key = failedKeys[next]
    if (key === undefined) return
    setCurrent(key)
    revealElement(itemAnchor(key))
  }
  const group = useTranslations('shell.shortcutGroups')('inspection')
  const on = isOnScreen && failedKeys.length > 0
  useShortcuts(
    on
      ? [
          { id: 'report.next-failure', keys: ['n'], label: t('nextFailure'), group, repeats: true, run: () => jump(1) },
          {
            id: 'report.previous-failure',
            keys: ['p'],
            label: t('previousFailure'),
            group,
            repeats: true,
            run: () => jump(-1),
          },
        ]
      : [],
  )
  return { position: at === -1 ? null : at, jump }
}
