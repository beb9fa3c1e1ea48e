import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'

/** The loading state of a query. Queries with pages and with a single response have it in common. */
interface Reading {
  data: unknown
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Says that something could not be loaded. If it was loaded before, the earlier data stays on screen. If not, `kept`
 * says what continues nevertheless.
 */
export function ReadError({
  query,
  title,
  next = '',
  kept = '',
  className,
}: {
  query: Reading
  title: string
  next?: string
  kept?: string | undefined
  className?: string
}) {
  const t = useTranslations('common.errors')
  const { data, error, isFetching, refetch } = query
  if (error === null) return null
  return (
    <ErrorNotice
      error={error}
      title={title}
      kept={data === undefined ? kept : t('kept')}
      next={next}
      {...(className === undefined ? {} : { className })}
      tone={data === undefined ? 'bad' : 'attention'}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

const lineWidths = ['w-2/5', 'w-3/5', 'w-1/2']

/** Shown in place of a list: why it could not be loaded, placeholder lines while it loads, or that it is empty. */
export function ListStates({
  query,
  title,
  next = '',
  lines = lineWidths.length,
  children,
}: {
  query: Reading
  /** "The users could not be loaded" */
  title: string
  next?: string
  lines?: number
  /** The `EmptyState` of a loaded list that is empty; false otherwise. */
  children?: ReactNode
}) {
  const { data, error } = query
  return (
    <>
      <ReadError query={query} title={title} next={next} />
      {data === undefined && error === null && (
        <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
          {lineWidths.slice(0, lines).map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
      {data !== undefined && Boolean(children) && (
        <div className="rounded border border-line bg-surface">{children}</div>
      )}
    </>
  )
}
