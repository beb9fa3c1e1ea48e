'use client'

import { useSystemStatus } from '@/lib/system/use-system-status'
import type { SystemStatus } from '@/lib/system/schema'

export type Bucket = SystemStatus['service']['budget'][number]

/** Remaining requests of each rate limit, by its bucket; empty while unknown. */
export function useBudget(): { buckets: ReadonlyMap<string, Bucket>; readAt: string } {
  const { status } = useSystemStatus({ showsBudget: true })
  return {
    buckets: new Map(status?.service.budget.map((bucket) => [bucket.bucket, bucket])),
    readAt: status?.now ?? '',
  }
}
