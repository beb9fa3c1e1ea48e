'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import type { OperationSummary } from '@/lib/explorer/schema'
import { OperationList } from './operation-list'

/** The list of operations beside the open one; a small screen shows one of the two. */
export function ExplorerFrame({
  operations,
  children,
}: {
  operations: readonly OperationSummary[]
  children: ReactNode
}) {
  const segment = usePathname().split('/')[2]
  const open = segment === undefined || segment === '' ? null : decodeURIComponent(segment)
  return (
    <div className="flex flex-col lg:flex-row lg:items-start">
      <div
        className={classNames(
          'flex w-full shrink-0 flex-col border-line lg:sticky lg:top-12 lg:h-[calc(100dvh-3rem)] lg:w-88 lg:border-e',
          open !== null && 'max-lg:hidden',
        )}
      >
        <OperationList operations={operations} open={open} />
      </div>
      <div className={classNames('min-w-0 flex-1', open === null && 'max-lg:order-first')}>{children}</div>
    </div>
  )
}
