'use client'

import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { useShortcuts } from '@/lib/browser/shortcuts'

const linkSelector = '[data-group-link]'

/** The keyboard shortcuts of the list. The active row is the one with the focus, so Enter opens it like any link. */
export function useListKeys({
  list,
  field,
  onNew,
}: {
  list: RefObject<HTMLElement | null>
  field: RefObject<HTMLInputElement | null>
  /** Null: this person cannot create groups. */
  onNew: (() => void) | null
}): { focusFirst: () => void } {
  const t = useTranslations('statusGroups.shortcuts')
  const readLinks = () => [...(list.current?.querySelectorAll<HTMLElement>(linkSelector) ?? [])]
  const move = (step: number) => {
    const links = readLinks()
    const row = document.activeElement?.closest('[data-group]')
    const at = links.findIndex((link) => row?.contains(link) === true)
    const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)
    links[next]?.focus()
    links[next]?.scrollIntoView({ block: 'nearest' })
  }
  const group = t('group')
  useShortcuts([
    ...(onNew === null
      ? []
      : [{ id: 'status-groups:new', keys: ['n'], label: t('create'), group, inPalette: true, run: onNew }]),
    {
      id: 'status-groups:search',
      keys: ['/'],
      label: t('search'),
      group,
      run: () => {
        field.current?.focus()
        field.current?.select()
      },
    },
    {
      id: 'status-groups:next',
      keys: ['j', 'arrowdown'],
      label: t('next'),
      group,
      repeats: true,
      run: () => move(1),
    },
    {
      id: 'status-groups:previous',
      keys: ['k', 'arrowup'],
      label: t('previous'),
      group,
      repeats: true,
      run: () => move(-1),
    },
    {
      id: 'status-groups:open',
      keys: ['enter', 'o'],
      label: t('open'),
      group,
      // Enter on a button of the row presses that button.
      within: () => (document.activeElement?.matches(linkSelector) === true ? document.activeElement : null),
      run: () => (document.activeElement instanceof HTMLElement ? document.activeElement.click() : undefined),
    },
  ])
  return { focusFirst: () => readLinks()[0]?.focus() }
}
