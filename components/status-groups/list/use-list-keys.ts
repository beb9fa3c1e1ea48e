'use client'

import type { RefObject } from 'react'
import { useShortcuts } from '@/lib/browser/shortcuts'

const linkSelector = '[data-group-link]'

/** Keys of the list: what is active is what has the focus, so that Enter opens it as it opens any link. */
export function useListKeys({
  list,
  field,
  onNew,
}: {
  list: RefObject<HTMLElement | null>
  field: RefObject<HTMLInputElement | null>
  /** Null: nothing can be created. */
  onNew: (() => void) | null
}): { focusFirst: () => void } {
  const readLinks = () => [...(list.current?.querySelectorAll<HTMLElement>(linkSelector) ?? [])]
  const move = (step: number) => {
    const links = readLinks()
    const row = document.activeElement?.closest('[data-group]')
    const at = links.findIndex((link) => row?.contains(link) === true)
    const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)
    links[next]?.focus()
    links[next]?.scrollIntoView({ block: 'nearest' })
  }
  const group = 'Status groups'
  useShortcuts([
    ...(onNew === null
      ? []
      : [{ id: 'status-groups:new', keys: ['n'], label: 'New status group', group, inPalette: true, run: onNew }]),
    {
      id: 'status-groups:search',
      keys: ['/'],
      label: 'Search status groups',
      group,
      run: () => {
        field.current?.focus()
        field.current?.select()
      },
    },
    {
      id: 'status-groups:next',
      keys: ['j', 'arrowdown'],
      label: 'Next group',
      group,
      repeats: true,
      run: () => move(1),
    },
    {
      id: 'status-groups:previous',
      keys: ['k', 'arrowup'],
      label: 'Previous group',
      group,
      repeats: true,
      run: () => move(-1),
    },
    {
      id: 'status-groups:open',
      keys: ['enter', 'o'],
      label: 'Open the group',
      group,
      // Enter on a button of the row is that button's.
      within: () => (document.activeElement?.matches(linkSelector) === true ? document.activeElement : null),
      run: () => (document.activeElement instanceof HTMLElement ? document.activeElement.click() : undefined),
    },
  ])
  return { focusFirst: () => readLinks()[0]?.focus() }
}
