'use client'

import { useTranslations } from 'next-intl'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { ChangeProgress } from '@/components/asset-changes/change-progress'
import { changeHref } from '@/components/asset-changes/links'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { useViewport } from '@/components/ui/data-table/use-measured-viewport'
import { ButtonLink, Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import { useOwnLook } from '@/components/ui/data-table/use-table-look'
import { ListBody, ListCount } from '@/components/ui/lists/list-body'
import { ListPage } from '@/components/ui/lists/list-page'
import { assetColumns } from '@/lib/assets/columns'
import { assetQueries } from '@/lib/assets/queries'
import { useGroupedRows } from './grid/use-grouped-rows'
import type { AssetFilter, AssetRow } from '@/lib/assets/schema'
import { computeWindow } from '@/lib/browser/lists/row-window'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { FacetKind } from './address'
import { AssetTools } from './asset-tools'
import { AssetGrid } from './grid/asset-grid'
import { ListedAt, NoAssets, ReachNotice } from './asset-notices'
import { useAssetRows } from './grid/use-asset-rows'
import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import { useAssetSelection } from './use-asset-selection'
import { type AssetState, useAssetState } from './use-asset-state'
import { useOffReason } from './status/use-off-reason'
import { useStatusSetting } from './status/use-status-setting'
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
          <ListCount list={{ ...list, total: list.head?.total ?? null }} write={(count) => t('count', { count })} />
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
  ...grid
}: Omit<ComponentProps<typeof AssetGrid>, 'rows' | 'viewport' | 'onViewport'> & {
  filter: AssetFilter
  isOld: boolean
}) {
  const t = useTranslations('assets.rows')
  const [viewport, setViewport] = useViewport()
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
    <ListBody list={{ ...rows, isOld }} failed={t('failed')}>
      {rows.reach !== null && rows.total !== 0 && <ReachNotice reach={rows.reach} total={rows.total} />}
      {rows.total === 0 && rows.reach !== null ? (
        <NoAssets reach={rows.reach} state={state} />
      ) : (
        <AssetGrid {...grid} rows={grouped} state={state} viewport={viewport} onViewport={setViewport} />
      )}
    </ListBody>
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
