'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { ChangeSummary } from '@/lib/asset-changes/schema'
import { useCrumb } from '@/lib/browser/crumb'
import { ChangeBar } from './change-bar'
import { changeHref } from './links'
import { countStatuses, describeChange, describeKind, toneOfChange } from './words'

/** All changes of many assets or types, the newest first: who asked for what, and what came of it. */
export function ChangesPage() {
  useCrumb('Changes')
  const query = useInfiniteQuery(assetChangeQueries.list())
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const changes = data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title="Changes of assets and types"
        description="Statuses that were set or restored, and groups that were assigned, many at once. Each has a result for every asset or type."
      />
      <ListStates query={query} title="The changes could not be read">
        {changes.length === 0 && (
          <EmptyState
            icon={ListChecks}
            title="Nothing was changed yet"
            action={<ButtonLink href="/status-groups/types">Go to the type board</ButtonLink>}
          >
            Select assets and set their status, or assign groups to types: what comes of it stands here.
          </EmptyState>
        )}
      </ListStates>
      {changes.length > 0 && (
        <ul aria-label="Changes" className="divide-y divide-line rounded border border-line bg-surface">
          {changes.map((change) => (
            <ChangeRow key={change.changeId} change={change} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </div>
  )
}

function ChangeRow({ change }: { change: ChangeSummary }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full">
        <Link href={changeHref(change.changeId)} className="font-medium wrap-anywhere hover:underline">
          {change.title}
        </Link>
        <p className="text-sm text-ink-muted">
          {describeKind(change.kind)}, <Time value={change.createdAt} format="smart" /> by{' '}
          {change.isMine ? 'you' : change.ownerName}
        </p>
      </div>
      <div className="flex w-72 min-w-0 flex-col gap-1.5 max-sm:w-full">
        <Badge tone={toneOfChange(change)} className="self-start">
          {describeChange(change)}
        </Badge>
        {change.open > 0 && <ChangeBar change={change} />}
        {change.open === 0 && change.snapshotCount > 0 && (
          <span className="text-xs text-ink-muted">{countStatuses(change.snapshotCount)} kept in the log</span>
        )}
      </div>
    </li>
  )
}
