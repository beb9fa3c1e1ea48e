import { useTranslations } from 'next-intl'
import { Skeleton } from '@/components/ui/skeleton'

/** A placeholder while the report loads, with the same boxes in the same places. */
export function ReportSkeleton() {
  const t = useTranslations('report')
  return (
    <output aria-busy aria-label={t('loading')} className="flex flex-col gap-4">
      <div className="space-y-2">
        <Skeleton className="h-6 w-72 max-w-full" />
        <Skeleton className="h-5 w-48" />
      </div>
      <Skeleton className="h-32 w-full rounded-md" />
      <Skeleton className="h-9 w-64" />
      <div className="grid gap-6 lg:grid-cols-[minmax(12rem,16rem)_minmax(0,1fr)]">
        <div className="space-y-2 max-lg:hidden">
          {['w-full', 'w-4/5', 'w-11/12', 'w-3/4'].map((width) => (
            <Skeleton key={width} className={`h-6 ${width}`} />
          ))}
        </div>
        <div className="h-fit divide-y divide-line rounded-md border border-line bg-surface">
          {['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3', 'w-3/5'].map((width, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows never change
            <div key={row} className="space-y-2 px-4 py-3">
              <Skeleton className={`h-3 ${width}`} />
              <Skeleton className="h-5 w-20" />
            </div>
          ))}
        </div>
      </div>
    </output>
  )
}
