'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'

/** The content of an open row, also while it is loading and after loading has failed. */
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
