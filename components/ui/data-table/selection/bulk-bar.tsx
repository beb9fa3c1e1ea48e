'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useRoomForNotices } from '@/components/ui/notices/use-room-for-notices'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { describeSelection } from './describe-selection'
import { allMatching, countSelected, type Selection } from './selection'
import type { SelectionStore } from './selection-store'
import { countRows, type TableRows } from '@/components/ui/data-table/table-types'

export interface BulkBarProps<Row, Id extends string> {
  /** "Selected inspections" */
  label: string
  selection: Selection<Id>
  rows: TableRows<Row>
  setKey: string
  store: SelectionStore<Id, Row>
  /** Shown after the number of selected rows. */
  note?: ReactNode
  onClear: () => void
  /** The actions. */
  children: ReactNode
}

/** The number of selected rows and their actions, floating over the end of the list. */
export function BulkBar<Row, Id extends string>({
  label,
  selection,
  rows,
  setKey,
  store,
  note,
  onClear,
  children,
}: BulkBarProps<Row, Id>) {
  const t = useTranslations('shell.table.selection')
  const bar = useRef<HTMLDivElement>(null)
  useRoomForNotices(3.25, bar)
  const { totalIsExact } = rows
  const total = countRows(rows)
  const count = countSelected(selection, total)
  const canExtend =
    total !== null && (selection.kind === 'ids' ? selection.ids.length < total : selection.except.length > 0)
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center px-3">
      <div
        ref={bar}
        role="toolbar"
        aria-label={label}
        className="pointer-events-auto flex min-h-11 max-w-full flex-wrap items-center gap-1 rounded-lg border border-line-strong bg-surface px-1.5 py-1 text-sm shadow-float"
      >
        <output className="min-w-0 px-2 tabular-nums">
          <span className="font-medium">{describeSelection(t, selection, count, totalIsExact)}</span>
          {note}
        </output>
        {canExtend && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => store.change(allMatching, setKey)}
            className="text-accent-ink!"
          >
            {t(totalIsExact ? 'actions.all' : 'actions.allAbout', { count: total })}
          </Button>
        )}
        <span aria-hidden className="mx-1 h-5 w-px bg-line" />
        {children}
        <IconButton label={t('actions.clear')} icon={X} size="sm" keys="escape" onClick={onClear} />
      </div>
    </div>
  )
}

/** An action of the bulk bar with its key, which presses the one button inside. */
export function BulkVerb({
  id,
  keys,
  label,
  children,
}: {
  id: string
  keys: string
  /** A description of the action for the `?` sheet. */
  label: string
  /** Exactly one button or link. */
  children: ReactNode
}) {
  const holder = useRef<HTMLSpanElement>(null)
  const group = useTranslations('shell.table.selection')('shortcutGroup')
  useShortcuts([
    {
      id: `bulk:${id}`,
      keys: [keys],
      label,
      group,
      run: () => holder.current?.querySelector<HTMLElement>('button, a')?.click(),
    },
  ])
  return (
    <span ref={holder} className="relative inline-flex items-center not-has-[button,a]:hidden">
      {children}
      <Kbd keys={keys} className="pointer-events-none me-1 text-ink-muted pointer-coarse:hidden @max-4xl:hidden" />
    </span>
  )
}
