'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw, SearchX } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { Button } from './button'
import { EmptyState } from './empty-state'
import { ErrorNotice } from './error-notice'
import { PageHeader } from './page-header'
import { SearchField } from './search-field'
import { Skeleton } from './skeleton'
import { formatCount } from '@/lib/browser/numbers'
import { fold } from '@/lib/browser/fold'

/** Rows that have every word that is looked for. `textOf` gives what a row is found by. */
export function filterRows<Row>(rows: readonly Row[], words: string, textOf: (row: Row) => string): Row[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...rows]
  return rows.filter((row) => {
    const text = fold(textOf(row))
    return wanted.every((word) => text.includes(word))
  })
}

/**
 * A page with one list that the service gives whole: a search that lives in the address, counts, and a word for every
 * state it can be in.
 */
export function ListFrame<Answer, Row>({
  title,
  description,
  noun,
  query,
  rowsOf,
  textOf,
  note,
  empty,
  children,
}: {
  title: string
  description: string
  /** "template", in the singular. */
  noun: string
  query: UseQueryResult<Answer>
  rowsOf: (answer: Answer) => readonly Row[]
  textOf: (row: Row) => string
  note?: ReactNode
  /** Shown where the service has none at all. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}) {
  const [words, setWords] = useQueryState('q', parseAsString.withDefault('').withOptions({ history: 'replace' }))
  const { data, error, isFetching, refetch } = query
  const all = data === undefined ? null : rowsOf(data)
  const shown = all === null ? [] : filterRows(all, words, textOf)
  const plural = (count: number) => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={title}
        description={description}
        actions={
          <Button icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
            Read again
          </Button>
        }
      />
      {error !== null && (
        <ErrorNotice
          error={error}
          title={`The ${noun}s could not be read`}
          kept={data === undefined ? '' : 'What stands below was read before.'}
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
          label={`Search ${noun}s`}
          placeholder="Search name or id"
        />
        <output aria-busy={all === null && error === null} className="text-sm text-ink-muted tabular-nums">
          {all !== null &&
            (words.trim() === '' ? plural(all.length) : `${formatCount(shown.length)} of ${plural(all.length)}`)}
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
          title={`No ${noun} has these words`}
          action={<Button onClick={() => void setWords(null)}>Clear the search</Button>}
          className="rounded border border-line bg-surface"
        >
          {`${plural(all.length)} ${all.length === 1 ? 'was' : 'were'} looked through.`}
        </EmptyState>
      )}
      {shown.length > 0 && children(shown)}
    </div>
  )
}
