'use client'

import type { RefObject } from 'react'
import { useShortcuts } from '@/lib/browser/shortcuts'

/** Keys of the log: what is active is what has the focus, so that Enter opens it as any button. */
export function useEntryKeys(list: RefObject<HTMLElement | null>): void {
  const move = (step: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const focused = document.activeElement?.closest('li')
    const at = rows.findIndex((row) => row.closest('li') === focused)
    const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)
    rows[next]?.focus()
    rows[next]?.scrollIntoView({ block: 'nearest' })
  }
  const group = 'Activity'
  useShortcuts([
    { id: 'activity:next', keys: ['j', 'arrowdown'], label: 'Next entry', group, repeats: true, run: () => move(1) },
    {
      id: 'activity:previous',
      keys: ['k', 'arrowup'],
      label: 'Previous entry',
      group,
      repeats: true,
      run: () => move(-1),
    },
  ])
}
