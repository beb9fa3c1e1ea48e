import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'

/** The loading state of a list that the server sorts and filters. */
interface LoadingList {
  /** Null until it is known. */
  total: number | null
  /** Whether the rows on screen are those of the previous list. */
  isOld: boolean
  error: Error | null
  isFetching: boolean
  retry: () => void
}

/** The number of rows, as `write` says it: "12 users". */
export function ListCount({
  list: { total, isOld, error },
  write,
}: {
  list: Pick<LoadingList, 'total' | 'isOld' | 'error'>
  write: (total: number) => string
}) {
  return (
    <output className="shrink-0 text-sm whitespace-nowrap tabular-nums">
      {total === null ? (
        error === null && <Skeleton className="h-3 w-24" />
      ) : (
        <span className={isOld ? 'opacity-50' : ''}>{write(total)}</span>
      )}
    </output>
  )
}

/** The rows of a list, or what is shown in their place. While another list loads, the previous one stays. */
export function ListBody({
  list,
  failed,
  above = null,
  empty,
  children,
}: {
  list: LoadingList
  /** "The users could not be loaded" */
  failed: string
  /** What was kept, if a failure is shown above the rows, and not below them: with loaded rows, and without any. */
  above?: { kept: string; lost?: string } | null
  /** Shown where there are no rows. */
  empty?: ReactNode
  children: ReactNode
}) {
  const { total, isOld, error, retry, isFetching } = list
  const isLost = total === null && error !== null
  return (
    <>
      {(isLost || (error !== null && above !== null)) && (
        <ErrorNotice
          className="mx-4 my-2 sm:mx-6"
          error={error}
          title={failed}
          kept={(isLost ? above?.lost : above?.kept) ?? ''}
          tone={isLost ? 'bad' : 'attention'}
          onRetry={retry}
          isRetrying={isFetching}
        />
      )}
      {empty ? (
        empty
      ) : isLost ? null : (
        <div
          aria-busy={isOld || total === null || undefined}
          className={classNames(
            'flex min-h-0 flex-1 flex-col transition-opacity',
            // Delayed, because most responses arrive before a person notices.
            isOld && 'opacity-60 delay-150',
          )}
        >
          {children}
          {above === null && <SomeRowsFailure list={list} />}
        </div>
      )}
    </>
  )
}

/** Says below the loaded rows that others could not be loaded. */
export function SomeRowsFailure({
  list: { error, retry, isFetching },
}: {
  list: Pick<LoadingList, 'error' | 'retry' | 'isFetching'>
}) {
  const t = useTranslations('common.list')
  if (error === null) return null
  return (
    <div className="shrink-0 border-t border-line bg-canvas px-4 py-2 sm:px-6">
      <ErrorNotice
        error={error}
        title={t('someFailed')}
        kept={t('someKept')}
        tone="attention"
        onRetry={retry}
        isRetrying={isFetching}
      />
    </div>
  )
}
