'use client'

import { useQuery } from '@tanstack/react-query'
import { ListTree } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { OpeningList, OpeningRow } from '@/components/ui/lists/opening-row'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { responseSetQueries } from '@/lib/response-sets/queries'
import { ListFrame } from '@/components/ui/lists/list-frame'

/** Answer lists that templates share. One is open at a time; the address says which. */
export function ResponseSetsPage() {
  const t = useTranslations('responseSets')
  const query = useQuery(responseSetQueries.list())
  return (
    <ListFrame
      isSparse
      about={<ConnectedAccountInfo of="responseSets" />}
      title={t('title')}
      description={t('description')}
      noun="response set"
      query={query}
      rowsOf={(answer) => answer.responseSets}
      textOf={({ name, responseSetId }) => `${name} ${responseSetId}`}
      empty={
        <EmptyState icon={ListTree} title={t('empty.title')} className="rounded border border-line bg-surface">
          {t('empty.text')}
        </EmptyState>
      }
    >
      {(rows) => (
        <OpeningList label={t('title')}>
          {rows.map(({ responseSetId, name, createdAt }) => (
            <OpeningRow
              key={responseSetId}
              id={responseSetId}
              name="set"
              head={name}
              facts={
                createdAt !== null && (
                  <span className="text-xs">
                    {t.rich('created', { time: () => <Time value={createdAt} format="date" /> })}
                  </span>
                )
              }
            >
              {() => <Responses responseSetId={responseSetId} />}
            </OpeningRow>
          ))}
        </OpeningList>
      )}
    </ListFrame>
  )
}

function Responses({ responseSetId }: { responseSetId: string }) {
  const t = useTranslations('responseSets.responses')
  const { data, error, isFetching, refetch } = useQuery(responseSetQueries.one(responseSetId))
  return (
    <div className="flex flex-col gap-3">
      {error !== null && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data === undefined && error === null && <Skeleton className="h-4 w-2/5" />}
      {data !== undefined && (
        <>
          {data.responses.length === 0 ? (
            <p className="text-ink-muted">{t('none')}</p>
          ) : (
            <ol aria-label={t('label', { name: data.name })} className="flex flex-col gap-1">
              {data.responses.map(({ id, label, shortLabel }) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-2">
                  <span className="wrap-anywhere">{label}</span>
                  {shortLabel !== null && shortLabel !== label && <span className="text-ink-muted">{shortLabel}</span>}
                </li>
              ))}
            </ol>
          )}
          <p className="text-xs text-ink-muted">
            <code className="font-mono break-all select-all">{data.responseSetId}</code>
          </p>
        </>
      )}
    </div>
  )
}
