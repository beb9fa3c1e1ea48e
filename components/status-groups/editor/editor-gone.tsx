'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { describeDeletion } from './editor-words'
import { useWriteRefusal } from '@/components/status-groups/guarded-button'
import { groupHref, groupsHref } from '@/components/status-groups/links'
import { RecreateButton } from '@/components/status-groups/list/recreate-button'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { activityQueries } from '@/lib/activity/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'

/** In place of a group that the service does not have: who deleted it and when, if that was done here, and how to get it back. */
export function GoneGroup({ groupId }: { groupId: string }) {
  const router = useRouter()
  const { data: board } = useQuery(statusGroupQueries.board())
  const refusal = useWriteRefusal(board?.reach)
  const { data, isPending } = useInfiniteQuery(
    activityQueries.list({ action: 'status-group.delete', objectKind: 'status-group', objectId: groupId, limit: 20 }),
  )
  if (isPending) return <Skeleton className="h-32 w-full" />
  const deletion = data?.pages.flatMap(({ entries }) => entries).find(({ outcome }) => outcome === 'done')
  const all = <ButtonLink href={groupsHref}>All status groups</ButtonLink>
  const className = 'rounded border border-line bg-surface'
  if (deletion === undefined)
    return (
      <EmptyState title="Status group not found" action={all} className={className}>
        It was deleted outside Sightline, or the address is wrong.
      </EmptyState>
    )
  const { activityId, objectName, at, actorName, snapshotCount } = deletion
  return (
    <EmptyState
      title={`Status group “${objectName}” was deleted`}
      className={className}
      action={
        <>
          <RecreateButton
            activityId={activityId}
            name={objectName}
            snapshotCount={snapshotCount}
            typeCount={undefined}
            refusal={refusal}
            onDone={({ groupId: created }) => router.push(created === null ? groupsHref : groupHref(created))}
          />
          {all}
        </>
      }
    >
      <p>
        <Time value={at} format="smart" /> by {actorName}. {describeDeletion(snapshotCount)}
      </p>
    </EmptyState>
  )
}
