'use client'

import { Users } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { DragEvent, KeyboardEvent } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { forwardOf, readArrow } from '@/lib/browser/lists/direction'
import type { BarView } from '@/lib/saved-views/model'
import type { ViewCount } from './use-view-counts'
import { viewHref } from './use-view-address'
import { useViewsOf } from './views-of'

export interface ViewTabProps {
  view: BarView
  isActive: boolean
  isModified: boolean
  /** Does not fit in the bar: invisible, and not reachable by keyboard. */
  isCut: boolean
  count: ViewCount | undefined
  onOpen: () => void
  /** Moves it by one place, with Alt and an arrow key. */
  onMove: (by: -1 | 1) => void
  /** Called when another tab was dropped on the first or second half of this one. */
  onDropped: (key: string, side: 'before' | 'after') => void
}

const dragType = 'application/x-sightline-view'

/** One view in the bar: a link, so that it opens in a new tab as well. */
export function ViewTab({ view, isActive, isModified, isCut, count, onOpen, onMove, onDropped }: ViewTabProps) {
  const t = useTranslations('savedViews.bar')
  const { list } = useViewsOf()
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const by = readArrow(event)
    if (by === 0) return
    // The browser would go back or forward in the history.
    event.preventDefault()
    onMove(by)
  }
  return (
    <Link
      href={viewHref(view, list)}
      prefetch={false}
      aria-current={isActive ? 'page' : undefined}
      data-view={view.key}
      draggable
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onOpen()
      }}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, view.key)
        event.dataTransfer.effectAllowed = 'copyMove'
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        event.currentTarget.dataset['drop'] = sideOf(event)
      }}
      onDragLeave={(event) => delete event.currentTarget.dataset['drop']}
      onDrop={(event) => {
        delete event.currentTarget.dataset['drop']
        const key = event.dataTransfer.getData(dragType)
        if (key === '') return
        event.preventDefault()
        const isAfter = (sideOf(event) === 'right') === (forwardOf(event.currentTarget) === 1)
        if (key !== view.key) onDropped(key, isAfter ? 'after' : 'before')
      }}
      className={classNames(
        'relative -mb-px inline-flex h-9 max-w-64 shrink-0 items-center gap-1.5 border-b-2 px-2 text-sm outline-offset-[-2px]',
        'data-[drop=left]:shadow-[inset_2px_0_0_var(--accent)] data-[drop=right]:shadow-[inset_-2px_0_0_var(--accent)]',
        isActive
          ? 'border-accent font-medium text-ink'
          : 'border-transparent text-ink-muted hover:border-line-strong hover:text-ink',
        isCut && 'invisible',
      )}
    >
      {view.stored?.isShared === true && (
        <>
          <Users aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
          <span className="sr-only">{t('shared')} </span>
        </>
      )}
      <span className="truncate">{view.name}</span>
      {isActive && isModified && <ModifiedDot />}
      {count !== undefined && count.text !== '' && (
        <span className="shrink-0 text-xs font-normal text-ink-muted tabular-nums">{count.text}</span>
      )}
    </Link>
  )
}

/** Marks a view whose filters were changed and not saved. */
export function ModifiedDot() {
  const t = useTranslations('savedViews.bar')
  return (
    <>
      <span aria-hidden title={t('modified')} className="size-1.5 shrink-0 rounded-full bg-attention" />
      <span className="sr-only"> {t('modifiedMark')}</span>
    </>
  )
}

function sideOf(event: DragEvent<HTMLElement>): 'left' | 'right' {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return event.clientX < left + width / 2 ? 'left' : 'right'
}
