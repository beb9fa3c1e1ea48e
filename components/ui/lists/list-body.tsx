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

/** The rows of a list, or why they could not be loaded. While another list loads, the previous one stays. */
export function ListBody({ list, failed, children }: { list: LoadingList; failed: string; children: ReactNode }) {
  const { total, isOld, error, retry, isFetching } = list
  if (total === null && error !== null)
    return (
      <ErrorNotice className="mx-4 my-2 sm:mx-6" error={error} title={failed} onRetry={retry} isRetrying={isFetching} />
    )
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-1 flex-col transition-opacity',
        // Delayed, because most responses arrive before a person notices.
        isOld && 'opacity-60 delay-150',
      )}
    >
      {children}
      <SomeRowsFailure list={list} />
    </div>
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
