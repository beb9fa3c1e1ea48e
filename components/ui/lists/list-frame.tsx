'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw, SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsString, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from './empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/inputs/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'
import { fold } from '@/lib/browser/fold'

/** Rows that contain every search word. `textOf` gives the text of a row that is searched. */
export function filterRows<Row>(rows: readonly Row[], words: string, textOf: (row: Row) => string): Row[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...rows]
  return rows.filter((row) => {
    const text = fold(textOf(row))
    return wanted.every((word) => text.includes(word))
  })
}

/** Messages of a noun, by how pages name it. */
const keys = { template: 'template', 'response set': 'responseSet', connection: 'connection' } as const

/** A page with one list that SafetyCulture returns whole: a search that is part of the address, counts, and every state. */
export function ListFrame<Answer, Row>({
  title,
  about,
  description,
  noun,
  query,
  rowsOf,
  textOf,
  note,
  isSparse = false,
  empty,
  children,
}: {
  title: string
  about: ReactNode
  description: string
  noun: keyof typeof keys
  query: UseQueryResult<Answer>
  rowsOf: (answer: Answer) => readonly Row[]
  textOf: (row: Row) => string
  note?: ReactNode
  /** Few columns: a name and its value stay near each other. */
  isSparse?: boolean
  /** Shown when SafetyCulture has none. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}) {
  const t = useTranslations('common')
  const key = keys[noun]
  const [words, setWords] = useQueryState('q', parseAsString.withDefault('').withOptions({ history: 'replace' }))
  const { data, error, isFetching, refetch } = query
  const all = data === undefined ? null : rowsOf(data)
  const shown = all === null ? [] : filterRows(all, words, textOf)
  return (
    <div className={classNames('flex flex-col gap-4 p-4 sm:p-6', isSparse && 'max-w-[63rem]')}>
      <PageHeader
        title={title}
        about={about}
        description={description}
        actions={
          <Button icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
            {t('refresh')}
          </Button>
        }
      />
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t(`list.failed.${key}`)}
          kept={data === undefined ? '' : t('errors.kept')}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {note}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          value={words}
          onChange={(text) => void setWords(text.trim() === '' ? null : text)}
          label={t(`list.search.${key}`)}
          placeholder={t('list.searchPlaceholder')}
        />
        <output aria-busy={all === null && error === null} className="text-sm text-ink-muted tabular-nums">
          {all !== null &&
            (words.trim() === ''
              ? t('list.count', { noun: key, count: all.length })
              : t('list.found', { noun: key, shown: shown.length, count: all.length }))}
        </output>
      </div>
      {all === null && error === null && (
        <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
      {all?.length === 0 && empty}
      {all !== null && all.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t(`list.noMatch.${key}`)}
          action={<Button onClick={() => void setWords(null)}>{t('clearSearch')}</Button>}
          className="rounded border border-line bg-surface"
        />
      )}
      {shown.length > 0 && children(shown)}
    </div>
  )
}
