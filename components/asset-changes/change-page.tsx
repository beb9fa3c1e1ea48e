'use client'

import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/dates/time'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { ChangeSummary } from '@/lib/asset-changes/schema'
import { useCrumb } from '@/lib/browser/crumb'
import { ChangeProgress } from './change-progress'
import { changeHref } from './links'

/** One change with the result of each of its steps. */
export function ChangePage({ changeId }: { changeId: string }) {
  const t = useTranslations('assetChanges')
  const { data: change } = useQuery(assetChangeQueries.one(changeId))
  useCrumb(change?.title ?? null)
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={change?.title ?? t('page.title')}
        description={change !== undefined && <ChangeFacts change={change} />}
        actions={<ButtonLink href={changeHref()}>{t('actions.showAll')}</ButtonLink>}
      />
      <ChangeProgress changeId={changeId} />
    </div>
  )
}

/** Who started a change and when, and when it ended. */
function ChangeFacts({ change }: { change: ChangeSummary }) {
  const t = useTranslations('assetChanges')
  const { isMine, ownerName: name, createdAt, finishedAt } = change
  const kind = t(`kind.${change.kind}`)
  const start = () => <Time value={createdAt} format="smart" />
  if (finishedAt === null)
    return (
      <span>
        {isMine ? t.rich('page.startedByYou', { kind, start }) : t.rich('page.started', { kind, start, name })}
      </span>
    )
  const end = () => <Time value={finishedAt} format="smart" />
  return (
    <span>
      {isMine ? t.rich('page.endedByYou', { kind, start, end }) : t.rich('page.ended', { kind, start, end, name })}
    </span>
  )
}
