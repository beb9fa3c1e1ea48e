'use client'

import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import { useCrumb } from '@/lib/browser/crumb'
import { ChangeProgress } from './change-progress'
import { changeHref } from './links'
import { describeKind } from './words'

/** One change with the result of each of its steps. */
export function ChangePage({ changeId }: { changeId: string }) {
  const { data: change } = useQuery(assetChangeQueries.one(changeId))
  useCrumb(change?.title ?? null)
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={change?.title ?? 'Change'}
        description={
          change !== undefined && (
            <span>
              {describeKind(change.kind)}, started <Time value={change.createdAt} format="smart" /> by{' '}
              {change.isMine ? 'you' : change.ownerName}
              {change.finishedAt !== null && (
                <>
                  , ended <Time value={change.finishedAt} format="smart" />
                </>
              )}
            </span>
          )
        }
        actions={<ButtonLink href={changeHref()}>All changes</ButtonLink>}
      />
      <ChangeProgress changeId={changeId} />
    </div>
  )
}
