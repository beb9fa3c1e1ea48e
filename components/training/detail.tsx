'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'

/** What an open row shows, while it is read and when it could not be. */
export function Detail<Answer>({
  query,
  title,
  children,
}: {
  query: UseQueryResult<Answer>
  /** "The lessons could not be loaded" */
  title: string
  children: (answer: Answer) => ReactNode
}) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (error !== null)
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <div aria-busy className="flex flex-col gap-2">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-4 w-1/3" />
    </div>
  )
}
