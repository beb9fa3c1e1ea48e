import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'

/** One part of the page under its name. A link to it ends with `#` and its `id`. */
export function Panel({
  title,
  id,
  className,
  actions,
  children,
}: {
  title: string
  id?: string
  className?: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      className={classNames('min-w-0 scroll-mt-16 rounded border border-line bg-surface p-4', className)}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

export function Waiting() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  )
}
