'use client'

import { useTranslations } from 'next-intl'
import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy, Link as LinkIcon, X } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { assetQueries } from '@/lib/assets/queries'
import type { AssetDetail, AssetRow } from '@/lib/assets/schema'
import { describeError } from '@/lib/browser/describe-error'
import { assetHref } from './address'
import { AssetFacts } from './asset-facts'
import { AssetHistory } from './asset-history'
import { StateWord } from './grid/asset-row'
import { StatusControl } from './status/status-control'
import type { PendingStatuses, StatusSetting } from './status/use-status-setting'
import { readAssetName } from './texts'

interface SheetProps {
  assetId: string
  /** Its row; undefined if it is not in the list or not loaded. */
  row: AssetRow | undefined
  /** "3 of 12,904"; null if its position is unknown. */
  place: string | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose: () => void
  pending: PendingStatuses
  onSet: StatusSetting['set']
  offReason: string | null
}

/** One asset beside the list, which can still be used. */
export function AssetSheet({ ref, ...props }: SheetProps & { ref: Ref<HTMLElement> }) {
  const t = useTranslations('assets.sheet')
  return (
    <aside
      ref={ref}
      aria-label={t('label')}
      className="flex min-h-0 w-104 max-w-[calc(100%-3rem)] shrink-0 flex-col border-l border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:shadow-float"
    >
      <SheetContent {...props} />
    </aside>
  )
}

/** The same, full screen on a phone. */
export function AssetSheetDialog(props: SheetProps) {
  const t = useTranslations('assets.sheet')
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          aria-label={t('label')}
          initialFocus={popup}
          className="fixed inset-0 z-40 flex flex-col bg-surface text-ink outline-none"
        >
          <SheetContent {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SheetContent({ assetId, row, place, onPrevious, onNext, onClose, ...status }: SheetProps): ReactNode {
  const t = useTranslations('assets.sheet')
  const common = useTranslations('common')
  const toast = useToast()
  const copy = (what: 'id' | 'link', text: string) => {
    navigator.clipboard.writeText(text).then(
      () => toast.show({ tone: 'good', title: t(`copied.${what}`) }),
      () => toast.show({ tone: 'bad', title: t(`copyFailed.${what}`), description: text }),
    )
  }
  return (
    <>
      <header className="flex h-9 shrink-0 items-center gap-0.5 border-b border-line bg-canvas pr-1 pl-2 max-sm:h-12">
        <IconButton
          label={t('previous')}
          icon={ChevronUp}
          size="sm"
          keys="k"
          aria-disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
          className="max-sm:size-10 aria-disabled:opacity-40"
        />
        <IconButton
          label={t('next')}
          icon={ChevronDown}
          size="sm"
          keys="j"
          aria-disabled={onNext === null}
          onClick={() => onNext?.()}
          className="max-sm:size-10 aria-disabled:opacity-40"
        />
        <span className="min-w-0 flex-1 truncate px-1 text-xs text-ink-muted tabular-nums">{place}</span>
        <IconButton
          label={t('copyId')}
          icon={Copy}
          size="sm"
          onClick={() => copy('id', assetId)}
          className="max-sm:size-10"
        />
        <IconButton
          label={t('copyLink')}
          icon={LinkIcon}
          size="sm"
          onClick={() => copy('link', new URL(assetHref(assetId), location.origin).href)}
          className="max-sm:size-10"
        />
        <IconButton
          label={common('close')}
          icon={X}
          size="sm"
          keys="escape"
          onClick={onClose}
          className="max-sm:size-10"
        />
      </header>
      {/* Each asset starts at the top. */}
      <div key={assetId} className="min-h-0 flex-1 overflow-y-auto">
        <SheetBody assetId={assetId} row={row} {...status} />
      </div>
    </>
  )
}

function SheetBody({
  assetId,
  row,
  pending,
  ...status
}: Omit<SheetProps, 'place' | 'onPrevious' | 'onNext' | 'onClose'>) {
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
          <h2 className="text-lg font-semibold wrap-anywhere">{readAssetName(asset)}</h2>
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
