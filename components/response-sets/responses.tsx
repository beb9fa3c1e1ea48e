'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { responseSetQueries } from '@/lib/response-sets/queries'

/** The answers of one response set, in their order. */
export function Responses({ responseSetId }: { responseSetId: string }) {
  const t = useTranslations('responseSets.responses')
  const { data, error, isFetching, refetch } = useQuery(responseSetQueries.one(responseSetId))
  return (
    <div className="flex flex-col gap-3 p-4 text-sm">
      {error !== null && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data === undefined && error === null && <Skeleton className="h-4 w-2/5" />}
      {data !== undefined && (
        <>
          <h2 className="text-base font-semibold wrap-anywhere">{data.name}</h2>
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
