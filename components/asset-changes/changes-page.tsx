'use client'

import { useTranslations } from 'next-intl'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/dates/time'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { ChangeSummary } from '@/lib/asset-changes/schema'
import { ChangeBar } from './change-bar'
import { changeHref } from './links'
import { toneOfChange, useDescribeChange } from './texts'

/** All bulk changes, newest first: who started what, and the result. */
export function ChangesPage() {
  const t = useTranslations('assetChanges')
  const query = useInfiniteQuery(assetChangeQueries.list())
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const changes = data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader title={t('title')} description={t('description')} />
      <ListStates query={query} title={t('list.failed')}>
        {changes.length === 0 && (
          <EmptyState
            icon={ListChecks}
            title={t('list.empty')}
            action={<ButtonLink href="/status-groups/types">{t('actions.openTypeBoard')}</ButtonLink>}
          >
            {t('list.emptyNote')}
          </EmptyState>
        )}
      </ListStates>
      {changes.length > 0 && (
        <ul aria-label={t('title')} className="divide-y divide-line rounded border border-line bg-surface">
          {changes.map((change) => (
            <ChangeRow key={change.changeId} change={change} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('actions.showOlder')}
        </Button>
      )}
    </div>
  )
}

function ChangeRow({ change }: { change: ChangeSummary }) {
  const t = useTranslations('assetChanges')
  const describe = useDescribeChange()
  const kind = t(`kind.${change.kind}`)
  const time = () => <Time value={change.createdAt} format="smart" />
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full">
        <Link href={changeHref(change.changeId)} className="font-medium wrap-anywhere hover:underline">
          {change.title}
        </Link>
        <p className="text-sm text-ink-muted">
          {change.isMine
            ? t.rich('list.byYou', { kind, time })
            : t.rich('list.by', { kind, time, name: change.ownerName })}
        </p>
      </div>
      <div className="flex w-72 min-w-0 flex-col gap-1.5 max-sm:w-full lg:w-96">
        <Badge tone={toneOfChange(change)} className="self-start">
          {describe(change)}
        </Badge>
        {change.open > 0 && <ChangeBar change={change} />}
        {change.open === 0 && change.snapshotCount > 0 && (
          <span className="text-xs text-ink-muted">{t('list.cleared', { count: change.snapshotCount })}</span>
        )}
      </div>
    </li>
  )
}
