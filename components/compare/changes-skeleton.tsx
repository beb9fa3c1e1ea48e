'use client'

import { useTranslations } from 'next-intl'
import { Skeleton } from '@/components/ui/skeleton'

/** The tab of changes while it is loading. */
export function ChangesSkeleton() {
  const t = useTranslations('compare')
  return (
    <div aria-busy="true" className="space-y-4">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-8 w-80 max-w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
