'use client'

import type { Route } from 'next'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import { Time } from '@/components/ui/dates/time'
import type { SheetCell } from '@/lib/csv/xlsx'

/** The value of a cell: a text, a number, a time, or a dash if there is none. */
export function ValueCell({ value }: { value: SheetCell }) {
  const format = useFormatter()
  if (value === null || value === '') return <NoValue />
  if (typeof value === 'number')
    return <span className={value === 0 ? 'text-ink-muted' : ''}>{format.number(value)}</span>
  if (typeof value === 'object') return <Time value={value.time} format="smart" className="text-ink-muted" />
  return (
    <span title={value} className="truncate">
      {value}
    </span>
  )
}

/** A dash, which screen readers read as "none". */
export function NoValue() {
  const t = useTranslations('shell.table.records')
  return (
    <span className="text-ink-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{t('none')}</span>
    </span>
  )
}

/** An ID. People copy it more often than they read it. */
export function IdCell({ id }: { id: string }) {
  return <span className="truncate font-mono text-xs text-ink-muted select-all">{id}</span>
}

/** The name of a row: a link if the row has a page or a preview. */
export function RecordName({
  href,
  onClick,
  children,
}: {
  href: Route | null
  onClick: (event: MouseEvent) => void
  children: ReactNode
}) {
  if (href === null) return <span className="min-w-0 truncate font-medium">{children}</span>
  return (
    <Link
      href={href}
      prefetch={false}
      tabIndex={-1}
      onClick={onClick}
      draggable={false}
      className="min-w-0 truncate font-medium hover:underline hover:underline-offset-2"
    >
      {children}
    </Link>
  )
}

/** Buttons in a row. Pressing one of them does not open the row. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- only keeps clicks from the row
    <span className="flex min-w-0 items-center gap-1" onClick={(event) => event.stopPropagation()}>
      {children}
    </span>
  )
}
