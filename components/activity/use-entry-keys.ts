'use client'

import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { useShortcuts } from '@/lib/browser/shortcuts'

/** Keys that move the focus through the log. Enter then opens an entry like any button. */
export function useEntryKeys(list: RefObject<HTMLElement | null>): void {
  const t = useTranslations('activity')
  const move = (step: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const focused = document.activeElement?.closest('li')
    const at = rows.findIndex((row) => row.closest('li') === focused)
    const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)
    rows[next]?.focus()
    rows[next]?.scrollIntoView({ block: 'nearest' })
  }
  const group = t('title')
  useShortcuts([
    {
      id: 'activity:next',
      keys: ['j', 'arrowdown'],
      label: t('shortcuts.next'),
      group,
      repeats: true,
      run: () => move(1),
    },
    {
      id: 'activity:previous',
      keys: ['k', 'arrowup'],
      label: t('shortcuts.previous'),
      group,
      repeats: true,
      run: () => move(-1),
    },
  ])
}
