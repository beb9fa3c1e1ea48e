'use client'

import { useTranslations } from 'next-intl'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useWriteRefusal } from '@/components/status-groups/guarded-button'
import { groupHref, groupsHref } from '@/components/status-groups/links'
import { RecreateButton } from '@/components/status-groups/list/recreate-button'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { Time } from '@/components/ui/dates/time'
import { activityQueries } from '@/lib/activity/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'

/**
 * Shown for a group that does not exist. If it was deleted in Sightline, says by whom and when, and can recreate it.
 */
export function DeletedGroup({ groupId }: { groupId: string }) {
  const t = useTranslations('statusGroups.deletedGroup')
  const unknown = useTranslations('statusGroups.outcome.unknown')
  const menu = useTranslations('statusGroups.editor.menu')
  const toast = useToast()
  const router = useRouter()
  const { data: board } = useQuery(statusGroupQueries.board())
  const refusal = useWriteRefusal(board?.reach)
  const { data, isPending } = useInfiniteQuery(
    activityQueries.list({ action: 'status-group.delete', objectKind: 'status-group', objectId: groupId, limit: 20 }),
  )
  if (isPending) return <Skeleton className="h-32 w-full" />
  const deletion = data?.pages.flatMap(({ entries }) => entries).find(({ outcome }) => outcome === 'done')
  const all = <ButtonLink href={groupsHref}>{t('actions.showAll')}</ButtonLink>
  const className = 'rounded border border-line bg-surface'
  if (deletion === undefined)
    return (
      <EmptyState title={t('notFound')} action={all} className={className}>
        {t('notFoundNote')}
      </EmptyState>
    )
  const { activityId, objectName, at, actorName, snapshotCount } = deletion
  const time = <Time value={at} format="smart" />
  return (
    <EmptyState
      title={t('deleted', { name: objectName })}
      className={className}
      action={
        <>
          <RecreateButton
            activityId={activityId}
            name={objectName}
            snapshotCount={snapshotCount}
            typeCount={undefined}
            refusal={refusal}
            onDone={({ groupId: created, name, written }) => {
              if (written?.outcome === 'unknown')
                toast.show({
                  tone: 'unknown',
                  title: unknown('recreate', { name }),
                  description: menu('lostNote'),
                })
              router.push(created === null ? groupsHref : groupHref(created))
            }}
          />
          {all}
        </>
      }
    >
      <p>
        {t.rich('by', { name: actorName, time: () => time })} {t('assets', { count: snapshotCount })}
      </p>
    </EmptyState>
  )
}
