'use client'

import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import type { PeekPlace } from '@/components/ui/data-table/data-table'
import { PeekPanel } from '@/components/ui/data-table/peek-panel'
import type { PeekSummary } from '@/components/ui/data-table/use-active-row'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { NoValue } from './record-cells'

/** The name of a row, and its value in each column. */
interface RowFacts {
  name: string
  facts: ReadonlyArray<{ id: string; label: string; value: ReactNode }>
}

/** A preview of one row of any list, with the values of all columns, including hidden ones. */
export function RecordPeek({
  summary,
  place,
  href,
  content,
}: {
  summary: PeekSummary<unknown>
  place: PeekPlace
  /** The page of the row; null if it has none. */
  href: Route | null
  /** Undefined while the list is loading; null if the row is not in the list. */
  content: RowFacts | { own: ReactNode } | null | undefined
}) {
  const t = useTranslations('shell.table.peek')
  return (
    <PeekPanel
      label={t('label')}
      previousLabel={t('previous')}
      nextLabel={t('next')}
      summary={summary}
      place={place}
      actions={
        href !== null && (
          <ButtonLink href={href} size="sm">
            {t('open')}
          </ButtonLink>
        )
      }
    >
      {content === undefined ? (
        <div aria-busy className="space-y-3 p-4">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-4 w-64" />
        </div>
      ) : content === null ? (
        <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>
      ) : 'own' in content ? (
        content.own
      ) : (
        <Facts {...content} href={href} />
      )}
    </PeekPanel>
  )
}

function Facts({ name, facts, href }: RowFacts & { href: Route | null }) {
  return (
    <div className="space-y-4 p-4 text-sm">
      <h2 className="text-lg font-semibold wrap-anywhere">
        {href === null ? (
          name
        ) : (
          <Link href={href} prefetch={false} className="hover:underline hover:underline-offset-2">
            {name}
          </Link>
        )}
      </h2>
      <dl className="grid grid-cols-[minmax(6rem,9rem)_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {facts.map(({ id, label, value }) => (
          <div key={id} className="contents">
            <dt className="text-ink-muted wrap-anywhere">{label}</dt>
            {/* Values that cells cut off are complete here. */}
            <dd className="min-w-0 wrap-anywhere tabular-nums [&_.truncate]:overflow-visible [&_.truncate]:whitespace-normal">
              {value === null || value === undefined || value === '' ? <NoValue /> : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
