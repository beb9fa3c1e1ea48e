'use client'

import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { Copy, Link as LinkIcon } from 'lucide-react'
import Link from 'next/link'
import { IconButton } from '@/components/ui/button'
import type { PeekPlace } from '@/components/ui/data-table/data-table'
import { PeekPanel } from '@/components/ui/data-table/peek-panel'
import type { PeekSummary } from '@/components/ui/data-table/use-active-row'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { assetQueries } from '@/lib/assets/queries'
import type { AssetDetail, AssetRow } from '@/lib/assets/schema'
import { describeError } from '@/lib/browser/describe-error'
import { fullAddress } from '@/lib/browser/own-address'
import { assetPageHref } from '@/lib/browser/routes'
import { AssetFacts } from './asset-facts'
import { AssetHistory } from './asset-history'
import { StateWord } from './grid/asset-cells'
import { StatusControl } from './status/status-control'
import type { PendingStatuses, StatusSetting } from './status/use-status-setting'
import { readAssetName } from './texts'

interface SheetProps {
  summary: PeekSummary<AssetRow>
  place: PeekPlace
  /** Its row; undefined if it is not in the list or not loaded. */
  row: AssetRow | undefined
  pending: PendingStatuses
  onSet: StatusSetting['set']
  offReason: string | null
}

/** One asset beside the list, which can still be used. */
export function AssetSheet({ summary, place, ...asset }: SheetProps) {
  const t = useTranslations('assets.sheet')
  const toast = useToast()
  const copy = (what: 'id' | 'link', text: string) => {
    navigator.clipboard.writeText(text).then(
      () => toast.show({ tone: 'good', title: t(`copied.${what}`) }),
      () => toast.show({ tone: 'bad', title: t(`copyFailed.${what}`), description: text }),
    )
  }
  return (
    <PeekPanel
      label={t('label')}
      previousLabel={t('previous')}
      nextLabel={t('next')}
      summary={summary}
      place={place}
      actions={
        <>
          <IconButton
            label={t('copyId')}
            icon={Copy}
            size="sm"
            onClick={() => copy('id', summary.id)}
            className="max-sm:size-10"
          />
          <IconButton
            label={t('copyLink')}
            icon={LinkIcon}
            size="sm"
            onClick={() => copy('link', fullAddress(assetPageHref(summary.id)))}
            className="max-sm:size-10"
          />
        </>
      }
    >
      <SheetBody assetId={summary.id} {...asset} />
    </PeekPanel>
  )
}

function SheetBody({ assetId, row, pending, ...status }: Omit<SheetProps, 'summary' | 'place'> & { assetId: string }) {
  const t = useTranslations('assets.sheet')
  const { data, error, isFetching, refetch } = useQuery(assetQueries.detail(assetId))
  // The detail has just been loaded, so it is newer than the row.
  const asset: AssetRow | AssetDetail | undefined = data ?? row
  const isMissing = error !== null && describeError(error).code === 'not_found'
  if (isMissing) return <EmptyState title={t('missing')}>{t('missingNote')}</EmptyState>
  return (
    <div className="space-y-5 p-4">
      {asset === undefined && error === null && (
        <div className="space-y-3">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-56" />
        </div>
      )}
      {asset !== undefined && (
        <div className="space-y-2">
          <h2 className="text-lg font-semibold wrap-anywhere">
            <Link href={assetPageHref(assetId)} prefetch={false} className="hover:underline hover:underline-offset-2">
              {readAssetName(asset)}
            </Link>
          </h2>
          <div className="flex flex-wrap items-center gap-3 text-sm">
            <StatusControl {...status} asset={asset} pending={pending.get(assetId)} size="md" isTabStop />
            {asset.state !== 'active' && <StateWord state={asset.state} />}
          </div>
          {status.offReason !== null && <p className="text-xs text-ink-muted">{status.offReason}</p>}
        </div>
      )}
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('failed')}
          kept={asset === undefined ? '' : t('failedKept')}
          tone={asset === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.stale !== null && data?.stale !== undefined && (
        <p className="rounded border border-attention/30 bg-attention-soft p-3 text-sm">{data.stale}</p>
      )}
      {asset !== undefined && (
        <AssetFacts asset={asset} detail={data} isReading={data === undefined && error === null} />
      )}
      <div>
        <h3 className="mb-2 text-xs font-medium text-ink-muted">{t('history')}</h3>
        <AssetHistory
          assetId={assetId}
          asset={asset}
          onRestore={
            asset === undefined || status.offReason !== null || pending.has(assetId)
              ? null
              : (lost) => status.onSet(asset, lost)
          }
        />
      </div>
    </div>
  )
}
