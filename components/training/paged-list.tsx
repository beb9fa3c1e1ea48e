'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, GraduationCap } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsInteger, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { pageSize } from '@/lib/training/values-model'

/** The page of the list in the address, from 1. */
export function usePage() {
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(1))
  return { page: Math.max(1, page), setPage: (next: number) => void setPage(next === 1 ? null : next) }
}

/** Lists of the page, by the group of their messages. */
type ListName = 'courses' | 'collections' | 'paths' | 'leaderboards' | 'surveys'

/** A list with pages, in every state it can be in. */
export function PagedList<Answer extends { page: number; total: number | null }, Row>({
  query,
  rowsOf,
  name,
  tools,
  empty = null,
  onPage,
  children,
}: {
  query: UseQueryResult<Answer>
  rowsOf: (answer: Answer) => readonly Row[]
  name: ListName
  /** Fields that narrow the list, beside its count. */
  tools?: ReactNode
  /** Why the list may be empty, if there is an unusual reason. */
  empty?: string | null
  onPage: (page: number) => void
  children: (rows: readonly Row[]) => ReactNode
}) {
  const t = useTranslations('training')
  const { data, isPlaceholderData } = query
  const rows = data === undefined ? [] : rowsOf(data)
  const total = data?.total ?? null
  const page = data?.page ?? 1
  const first = (page - 1) * pageSize + 1
  const hasNext = total === null ? rows.length === pageSize : first + rows.length - 1 < total
  const range =
    rows.length === 0 || (page === 1 && !hasNext)
      ? t(`${name}.count`, { count: total ?? rows.length })
      : total === null
        ? t(`${name}.open`, { first, last: first + rows.length - 1 })
        : t(`${name}.range`, { first, last: first + rows.length - 1, total })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {tools}
        <output aria-busy={data === undefined || isPlaceholderData} className="text-sm text-ink-muted tabular-nums">
          {data !== undefined && <span className={isPlaceholderData ? 'opacity-50' : ''}>{range}</span>}
        </output>
      </div>
      <ListStates query={query} title={t(`${name}.failed`)}>
        {rows.length === 0 && !isPlaceholderData && (
          <EmptyState icon={GraduationCap} title={t(`${name}.empty.title`)}>
            {empty ?? t(`${name}.empty.text`)}
          </EmptyState>
        )}
      </ListStates>
      {rows.length > 0 && (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          {children(rows)}
        </div>
      )}
      {(page > 1 || hasNext) && (
        <nav aria-label={t(`${name}.pages`)} className="flex items-center justify-center gap-3 text-sm">
          <Button size="sm" icon={ChevronLeft} disabled={page === 1} onClick={() => onPage(page - 1)}>
            {t('actions.previous')}
          </Button>
          <span className="text-ink-muted tabular-nums">
            {total === null
              ? t('pages.page', { page })
              : t('pages.pageOf', { page, pages: Math.max(1, Math.ceil(total / pageSize)) })}
          </span>
          <Button size="sm" icon={ChevronRight} disabled={!hasNext} onClick={() => onPage(page + 1)}>
            {t('actions.next')}
          </Button>
        </nav>
      )}
    </div>
  )
}
