'use client'

import { linkTo } from '@/components/status/rich'
import { useTranslations } from 'next-intl'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowRight, History } from 'lucide-react'
import { HistoryFrame } from '@/components/activity/history-frame'
import { isOpenEntry, OutcomeBadge } from '@/components/activity/outcome'
import { EntrySentence } from '@/components/activity/sentence'
import { changeHref } from '@/components/asset-changes/links'
import { AssetStatusChip } from '@/components/status/asset-status-chip'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import type { AssetHistoryItem } from '@/lib/assets/history-schema'
import { assetQueries } from '@/lib/assets/queries'
import type { AssetRow, AssetStatus } from '@/lib/assets/schema'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { listRestorable, readLoss } from './restorable'

const openPollMs = 3_000

const keyOf = (item: AssetHistoryItem) => (item.kind === 'entry' ? item.entry.activityId : item.noticeId)
const isOpen = (item: AssetHistoryItem) => item.kind === 'entry' && isOpenEntry(item.entry)

/**
 * Everything that changed the status of an asset, newest first: changes of the asset, of its type or group, and changes
 * outside of Sightline. `onRestore` is null if the status cannot be set now.
 */
export function AssetHistory({
  assetId,
  asset,
  onRestore,
}: {
  assetId: string
  /** Undefined while it is loading. */
  asset: AssetRow | undefined
  onRestore: ((status: AssetStatus) => void) | null
}) {
  const t = useTranslations('assets.history')
  const query = useInfiniteQuery({
    ...assetQueries.history(assetId),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isOpen)) === true ? openPollMs : false,
  })
  const { data: board } = useQuery(statusGroupQueries.board())
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const restorable = listRestorable(items, asset, board)
  return (
    <HistoryFrame query={query} isEmpty={items.length === 0} emptyText={t('empty')}>
      {items.map((item) => (
        <HistoryItem
          key={keyOf(item)}
          item={item}
          restorable={restorable.get(item) ?? null}
          isLost={asset !== undefined && asset.status === null}
          onRestore={onRestore}
        />
      ))}
    </HistoryFrame>
  )
}

function HistoryItem({
  item,
  restorable,
  isLost,
  onRestore,
}: {
  item: AssetHistoryItem
  restorable: AssetStatus | null
  /** Whether the asset has no status now. */
  isLost: boolean
  onRestore: ((status: AssetStatus) => void) | null
}) {
  const t = useTranslations('assets.history')
  const isEntry = item.kind === 'entry'
  const change = isEntry && item.effect !== null ? item.effect : item.kind === 'noticed' ? item : null
  const noticedTime = !isEntry && <Time value={item.noticedAt} format="smart" />
  const changeId = isEntry && item.effect !== null ? item.entry.changeId : null
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {isEntry ? (
          <>
            <EntrySentence entry={item.entry} />
            {item.entry.outcome !== 'done' && <OutcomeBadge outcome={item.entry.outcome} action={item.entry.action} />}
          </>
        ) : (
          <p>{item.isOutside ? t('outside') : t('rawOrOutside')}</p>
        )}
        <span className="ms-auto text-ink-muted">
          {isEntry ? <Time value={item.entry.at} format="smart" /> : t.rich('noticed', { time: () => noticedTime })}
        </span>
      </div>
      {change !== null && (
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
          <span className="text-ink-muted">{t('thisAsset')}</span>
          <AssetStatusChip status={change.before} />
          <ArrowRight aria-label={t('to')} size={12} strokeWidth={2} className="shrink-0 text-ink-muted" />
          <AssetStatusChip status={change.after} />
        </p>
      )}
      {isEntry && item.entry.outcomeNote !== null && item.effect === null && (
        <p className="text-sm wrap-anywhere text-ink-muted">{item.entry.outcomeNote}</p>
      )}
      {restorable !== null && onRestore !== null ? (
        <Button size="sm" icon={History} className="self-start" onClick={() => onRestore(restorable)}>
          {t('actions.restore', { name: restorable.name })}
        </Button>
      ) : (
        changeId !== null &&
        isLost &&
        readLoss(item) !== null && (
          <p className="text-sm text-ink-muted">
            {t.rich('viewChange', {
              link: linkTo(changeHref(changeId), 'text-accent-ink underline-offset-2 hover:underline'),
            })}
          </p>
        )
      )}
    </li>
  )
}
