'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListPage } from '@/components/ui/lists/list-page'
import { ReadError } from '@/components/ui/lists/list-states'
import { Skeleton } from '@/components/ui/skeleton'
import { RecordList, type RecordListProps } from './record-list'
import { RecordTools } from './record-tools'
import type { RecordTexts } from './record-types'

/** The loading state of a query. Queries with pages and with a single response have it in common. */
type Reading = Pick<UseQueryResult, 'error' | 'isFetching' | 'data'> & { refetch: () => unknown }

interface BodyProps<Row> extends RecordListProps<Row> {
  query: Reading
  texts: RecordTexts
  /** Shown when there are no rows at all. */
  empty: ReactNode
}

/** A page with one list: header, tools, and every state that the list can be in. */
export function RecordPage<Row>({
  title,
  views,
  about,
  description,
  actions,
  above,
  note,
  ...body
}: {
  title: string
  /** The saved views of the list. */
  views?: ReactNode
  about?: ReactNode
  description?: string
  actions?: ReactNode
  /** Shown between the header and the tools, for example tabs. */
  above?: ReactNode
  /** Shown between the tools and the list. */
  note?: ReactNode
} & BodyProps<Row>) {
  return (
    <ListPage
      title={title}
      views={views}
      count={<RecordCount {...body} />}
      about={about}
      {...(description === undefined ? {} : { description })}
      actions={actions}
      tools={
        <>
          {above}
          <RecordTools records={body.records} texts={body.texts} />
        </>
      }
    >
      {note}
      <RecordBody {...body} />
    </ListPage>
  )
}

/** A list within a page that also has other content: its tools, and a box that scrolls if the list is long. */
export function RecordSection<Row>(body: BodyProps<Row>) {
  return (
    <section aria-label={body.label} className="flex flex-col gap-3">
      <RecordTools records={body.records} texts={body.texts} />
      <RecordCount {...body} />
      {/* With a preview, the height does not depend on the row that it shows. */}
      <div className="flex max-h-[70dvh] flex-col overflow-hidden rounded border border-line bg-surface has-[aside]:h-[70dvh]">
        <RecordBody {...body} />
      </div>
    </section>
  )
}

/** "12 templates", or "3 of 12 templates". */
export function RecordCount<Row>({ records, texts, query }: Pick<BodyProps<Row>, 'records' | 'texts' | 'query'>) {
  const t = useTranslations('shell.table.records')
  const { rows, matching, address, isOpenEnded } = records
  return (
    <output aria-busy={rows === undefined && query.error === null} className="shrink-0 text-sm tabular-nums">
      {rows === undefined
        ? query.error === null && <Skeleton className="h-3 w-24" />
        : isOpenEnded
          ? t('atLeast', { count: rows.length })
          : texts.count(rows.length, address.isNarrowed ? matching.length : null)}
    </output>
  )
}

/** The list below its tools, or an error or an empty state in its place. */
export function RecordBody<Row>({ query, texts, empty, ...list }: BodyProps<Row>) {
  const t = useTranslations('common')
  const { rows, matching, address, isOpenEnded } = list.records
  return (
    <>
      <ReadError query={query} title={texts.failed} kept={texts.kept} className="mx-4 my-2 sm:mx-6" />
      {rows?.length === 0 && !isOpenEnded ? (
        empty
      ) : rows !== undefined && matching.length === 0 && !isOpenEnded ? (
        <EmptyState
          icon={SearchX}
          title={texts.noMatch}
          action={<Button onClick={address.clear}>{t('clearSearch')}</Button>}
        />
      ) : (
        (rows !== undefined || query.error === null) && <RecordList {...list} />
      )}
    </>
  )
}
