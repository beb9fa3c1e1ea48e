'use client'

import { useTranslations } from 'next-intl'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ChangeProgress } from '@/components/asset-changes/change-progress'
import { changeHref } from '@/components/asset-changes/links'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { firstViewport } from '@/components/ui/data-table/use-measured-viewport'
import { ButtonLink, Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { useOwnLook } from '@/components/ui/data-table/use-table-look'
import { ListPage } from '@/components/ui/lists/list-page'
import { assetColumns } from '@/lib/assets/columns'
import { assetQueries } from '@/lib/assets/queries'
import { useGroupedRows } from './grid/use-grouped-rows'
import type { AssetFilter, AssetRow } from '@/lib/assets/schema'
import { classNames } from '@/lib/browser/class-names'
import { computeWindow } from '@/lib/browser/lists/row-window'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { FacetKind } from './address'
import { AssetTools } from './asset-tools'
import { AssetGrid } from './grid/asset-grid'
import { ListedAt, NoAssets, ReachNotice } from './asset-notices'
import { type AssetRows, useAssetRows } from './grid/use-asset-rows'
import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import { type AssetStore, useAssetSelection } from './use-asset-selection'
import { type AssetState, useAssetState } from './use-asset-state'
import { useOffReason } from './status/use-off-reason'
import { type StatusSetting, useStatusSetting } from './status/use-status-setting'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const SetStatusDialog = lateComponent(
  onDemand(() => import('./status/set-status-dialog'), { isEarly: true }),
  (loaded) => loaded.SetStatusDialog,
)

const boardPollMs = 60_000

/** All assets that match the address. */
export function AssetList() {
  const t = useTranslations('assets')
  const state = useAssetState()
  const list = useShownList(state)
  const [store] = useState(() => createSelectionStore<string, AssetRow>())
  const selecting = useAssetSelection(store)
  const look = useOwnLook('assets', assetColumns)
  const [openFilter, setOpenFilter] = useState<FacetKind | null>(null)
  const [freshSlot, setFreshSlot] = useState<HTMLElement | null>(null)
  const { data: board } = useQuery({ ...statusGroupQueries.board(), refetchInterval: boardPollMs })
  useFollowListing(list.head?.reach.assetsAsOf, board?.reach.assetsAsOf)
  const offReason = useOffReason(list.head?.reach)
  const setting = useStatusSetting()
  const [isSetting, setSetting] = useState(false)
  const total = list.isOld ? null : (list.head?.total ?? null)
  return (
    <ListPage
      title={t('title')}
      views={<ViewsBar list="assets" />}
      count={
        <>
          <output className="shrink-0 text-sm whitespace-nowrap tabular-nums">
            {list.head === undefined ? (
              list.error === null && <Skeleton className="h-3 w-24" />
            ) : (
              <span className={list.isOld ? 'opacity-50' : ''}>{t('count', { count: list.head.total })}</span>
            )}
          </output>
          <span ref={setFreshSlot} className="contents" />
          {list.head !== undefined && <ListedAt reach={list.head.reach} />}
        </>
      }
      actions={
        <ButtonLink href={changeHref()} size="sm" variant="ghost" icon={History} className="max-sm:size-7 max-sm:px-0">
          <span className="max-sm:sr-only">{t('actions.bulkChanges')}</span>
        </ButtonLink>
      }
      tools={<AssetTools {...{ state, board, look, total, openFilter }} onOpenFilter={setOpenFilter} />}
    >
      <ShownAssets
        // A new list starts at its top, without an active row.
        key={`${list.filterKey} ${state.group}`}
        filter={list.filter}
        isOld={list.isOld}
        state={state}
        look={look}
        onFilter={setOpenFilter}
        store={store}
        freshSlot={freshSlot}
        setting={setting}
        offReason={offReason}
        onSetSelected={() => {
          if (offReason === null) setSetting(true)
        }}
      />
      {isSetting && (
        <SetStatusDialog
          selecting={selecting}
          filter={state.filter}
          total={total}
          onClose={() => setSetting(false)}
          onStarted={(changeId) => {
            setSetting(false)
            store.clear()
            state.setChange(changeId)
          }}
        />
      )}
      {state.change !== null && <RunningChange changeId={state.change} onClose={() => state.setChange(null)} />}
    </ListPage>
  )
}

/**
 * The list on screen. Until the first rows for a new address have arrived, the previous list stays, so that typing into the
 * search does not flicker.
 */
function useShownList({ filter, filterKey }: AssetState) {
  const first = useInfiniteQuery(assetQueries.list(filter))
  const [shown, setShown] = useState({ filter, filterKey })
  const isReady = first.isError || (first.isSuccess && !first.isPlaceholderData)
  if (isReady && shown.filterKey !== filterKey) setShown({ filter, filterKey })
  const isOld = shown.filterKey !== filterKey
  return { ...shown, isOld, head: first.data?.pages.at(-1), error: isReady ? first.error : null }
}

/** Refreshes the rows when the board shows that a newer listing has ended. */
function useFollowListing(ofRows: string | null | undefined, ofBoard: string | null | undefined) {
  const queryClient = useQueryClient()
  const isNewer = typeof ofBoard === 'string' && ofRows !== undefined && (ofRows === null || ofBoard > ofRows)
  useEffect(() => {
    if (isNewer && ofBoard !== null) void queryClient.invalidateQueries({ queryKey: assetQueries.all })
  }, [isNewer, ofBoard, queryClient])
}

function ShownAssets({
  filter,
  isOld,
  state,
  look,
  onFilter,
  store,
  freshSlot,
  setting,
  offReason,
  onSetSelected,
}: {
  filter: AssetFilter
  isOld: boolean
  state: AssetState
  look: TableLook
  onFilter: (kind: FacetKind) => void
  store: AssetStore
  freshSlot: HTMLElement | null
  setting: StatusSetting
  offReason: string | null
  onSetSelected: () => void
}) {
  const t = useTranslations('assets.rows')
  const [viewport, setViewport] = useState(firstViewport)
  const [knownTotal, setKnownTotal] = useState(0)
  const { end } = computeWindow({
    scrollTop: viewport.scrollTop,
    viewportHeight: viewport.height,
    rowHeight: viewport.rowHeight,
    total: knownTotal,
  })
  const rows = useAssetRows(filter, end)
  const grouped = useGroupedRows(rows, filter, state.group)
  if (rows.total !== null && rows.total !== knownTotal) setKnownTotal(rows.total)
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-1 flex-col transition-opacity',
        // Delayed, because most responses arrive before a person notices.
        isOld && 'opacity-60 delay-150',
      )}
    >
      {rows.reach !== null && rows.total !== 0 && <ReachNotice reach={rows.reach} total={rows.total} />}
      {rows.total === 0 && rows.reach !== null ? (
        <NoAssets reach={rows.reach} state={state} />
      ) : rows.total === null && rows.error !== null ? (
        <RowsFailure rows={rows} />
      ) : (
        <AssetGrid
          rows={grouped}
          state={state}
          look={look}
          onFilter={onFilter}
          viewport={viewport}
          onViewport={setViewport}
          store={store}
          freshSlot={freshSlot}
          setting={setting}
          offReason={offReason}
          onSetSelected={onSetSelected}
        />
      )}
      {rows.error !== null && rows.total !== null && (
        <div className="shrink-0 border-t border-line bg-canvas px-4 py-2 sm:px-6">
          <ErrorNotice
            error={rows.error}
            title={t('someFailed')}
            kept={t('someKept')}
            tone="attention"
            onRetry={rows.retry}
            isRetrying={rows.isFetching}
          />
        </div>
      )}
    </div>
  )
}

function RowsFailure({ rows }: { rows: AssetRows }) {
  const t = useTranslations('assets.rows')
  return (
    <ErrorNotice
      className="mx-4 my-2 sm:mx-6"
      error={rows.error}
      title={t('failed')}
      onRetry={rows.retry}
      isRetrying={rows.isFetching}
    />
  )
}

/** The progress of a change. Its id is in the address, so it is shown again after a reload. */
function RunningChange({ changeId, onClose }: { changeId: string; onClose: () => void }) {
  const t = useTranslations('assets.running')
  const common = useTranslations('common')
  const { data } = useQuery(assetChangeQueries.one(changeId))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={data?.title ?? t('title')}
      footer={
        <>
          <ButtonLink href={changeHref(changeId)}>{t('actions.viewDetails')}</ButtonLink>
          <Button variant="primary" onClick={onClose}>
            {common('close')}
          </Button>
        </>
      }
    >
      <ChangeProgress changeId={changeId} />
    </Dialog>
  )
}
