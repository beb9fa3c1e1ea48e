'use client'

import { SquareTerminal } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { RunHistory } from './run-history'

/** What the explorer shows before an operation is chosen. */
export function ExplorerStart() {
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader
        title="API explorer"
        description="Every documented operation of the service, run with the token of this console, which never leaves the server."
      />
      <EmptyState icon={SquareTerminal} title="Choose an operation" className="max-lg:hidden">
        Each has a form made from its schema, its limit and what is left of it. Reads run at once; writes are for
        admins, ask first, and stand in the log of activity.
      </EmptyState>
      <RunHistory />
    </div>
  )
}
