import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
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

const textWidths = ['w-2/5', 'w-3/5', 'w-1/2']

/** Placeholders in the shape of the content, so that little moves when it arrives. */
const shapes = {
  /** Rows with a title, a second line and a button. */
  list: (
    <div className="divide-y divide-line">
      {textWidths.map((width) => (
        <div key={width} className="flex items-center gap-4 px-4 py-3">
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="h-7 w-20 max-sm:w-7" />
        </div>
      ))}
    </div>
  ),
  /** Names with values. */
  facts: (
    <div className="grid grid-cols-[minmax(6rem,9rem)_1fr] gap-x-3 gap-y-3 p-4">
      {[...textWidths, 'w-1/3', 'w-1/4'].map((width) => (
        <Fragment key={width}>
          <Skeleton className="h-4 w-20" />
          <Skeleton className={`h-4 ${width}`} />
        </Fragment>
      ))}
    </div>
  ),
  /** Labels with fields. */
  form: (
    <div className="flex flex-col gap-4 p-4">
      {textWidths.map((width) => (
        <div key={width} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-8 w-full max-w-md" />
        </div>
      ))}
    </div>
  ),
}

/** Shown in place of content: why it could not be loaded, placeholders while it loads, or that a list is empty. */
export function ListStates({
  query,
  title,
  next = '',
  shape = 'list',
  children,
}: {
  query: Reading
  /** "The users could not be loaded" */
  title: string
  next?: string
  /** What the content looks like. */
  shape?: keyof typeof shapes
  /** The `EmptyState` of a loaded list that is empty; false otherwise. */
  children?: ReactNode
}) {
  const { data, error } = query
  return (
    <>
      <ReadError query={query} title={title} next={next} />
      {data === undefined && error === null && (
        <div aria-busy className="rounded border border-line bg-surface">
          {shapes[shape]}
        </div>
      )}
      {data !== undefined && Boolean(children) && (
        <div className="rounded border border-line bg-surface">{children}</div>
      )}
    </>
  )
}
