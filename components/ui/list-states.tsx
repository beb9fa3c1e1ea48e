import type { ReactNode } from 'react'
import { ErrorNotice } from './error-notice'
import { Skeleton } from './skeleton'

/** As much of a query as tells how its reading goes; pages and single answers alike. */
interface Reading {
  data: unknown
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Says that something could not be read, or not again: what was read before is then still on screen. */
export function ReadError({ query, title, next = '' }: { query: Reading; title: string; next?: string }) {
  const { data, error, isFetching, refetch } = query
  if (error === null) return null
  return (
    <ErrorNotice
      error={error}
      title={title}
      kept={data === undefined ? '' : 'What stands below was read before.'}
      next={next}
      tone={data === undefined ? 'bad' : 'attention'}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

const lineWidths = ['w-2/5', 'w-3/5', 'w-1/2']

/** What stands where a list will be: why it could not be read, lines while it is read, or that there is nothing. */
export function ListStates({
  query,
  title,
  next = '',
  lines = lineWidths.length,
  children,
}: {
  query: Reading
  /** "The users could not be read" */
  title: string
  next?: string
  lines?: number
  /** The `EmptyState` of a list that was read and has nothing in it; false while it has something. */
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
