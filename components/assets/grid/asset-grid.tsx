'use client'

import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { type FacetKind, writeTypeKey } from '@/components/assets/address'
import type { StatusSetting } from '@/components/assets/status/use-status-setting'
import type { AssetStore } from '@/components/assets/use-asset-selection'
import type { AssetState } from '@/components/assets/use-asset-state'
import { describeStatus, readAssetName } from '@/components/assets/texts'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { BulkVerb } from '@/components/ui/data-table/selection/bulk-bar'
import { DataTable } from '@/components/ui/data-table/data-table'
import { isNothing } from '@/components/ui/data-table/selection/selection'
import { useSelection } from '@/components/ui/data-table/selection/selection-store'
import type { CellFilter, ColumnFilter, RowSpec, TableLook } from '@/components/ui/data-table/table-types'
import type { Viewport } from '@/components/ui/data-table/use-measured-viewport'
import type { AssetRow } from '@/lib/assets/schema'
import { noStatus } from '@/lib/assets/values-model'
import { assetPageHref } from '@/lib/browser/routes'
import { type Shortcut, useShortcuts } from '@/lib/browser/shortcuts'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { AssetCard, CodeLink, describePlace, RowStatusContext } from './asset-cells'
import { useAssetColumns } from './use-asset-columns'
import type { AssetRows } from './use-asset-rows'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const AssetSheet = lateComponent(
  onDemand(() => import('@/components/assets/asset-sheet'), { isEarly: true }),
  (loaded) => loaded.AssetSheet,
)

const spec: RowSpec<AssetRow> = {
  idOf: (row) => row.assetId,
  nameOf: readAssetName,
  hrefOf: (row) => assetPageHref(row.assetId),
  main: (row, onClick) => <CodeLink row={row} onClick={onClick} />,
  second: describePlace,
  card: (row, onClick) => <AssetCard row={row} onClick={onClick} />,
}

/** The rows of the list of assets. */
export function AssetGrid({
  rows,
  state,
  look,
  onFilter,
  viewport,
  onViewport,
  store,
  setting,
  offReason,
  freshSlot,
  onSetSelected,
}: {
  rows: AssetRows
  state: AssetState
  look: TableLook
  /** Opens the filter of a column. */
  onFilter: (kind: FacetKind) => void
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
  store: AssetStore
  setting: StatusSetting
  offReason: string | null
  freshSlot: HTMLElement | null
  onSetSelected: () => void
}) {
  const t = useTranslations('assets')
  const columns = useAssetColumns()
  const status = useMemo(() => ({ ...setting, offReason }), [setting, offReason])
  const filters = useCellFilters(state, onFilter)
  useStatusKey(isNothing(useSelection(store)))
  return (
    <RowStatusContext value={status}>
      <DataTable<AssetRow>
        name="asset"
        label={t('title')}
        rows={rows}
        spec={spec}
        columns={columns}
        look={look}
        listKey={`assets ${state.filterKey}`}
        setKey={state.setKey}
        viewport={viewport}
        onViewport={onViewport}
        sort={state.order}
        onSort={state.setOrder}
        filters={filters}
        bulk={{
          store,
          label: t('selection.label'),
          actions: () => (
            <BulkVerb id="set-status" keys="s" label={t('shortcuts.setStatus')}>
              <GuardedButton size="sm" variant="primary" icon={Tag} refusal={offReason} onClick={onSetSelected}>
                {t('selection.actions.setStatus')}
              </GuardedButton>
            </BulkVerb>
          ),
        }}
        peek={state}
        renderPeek={(summary, place) => (
          <AssetSheet
            summary={summary}
            place={place}
            row={rows.rows.find(({ assetId }) => assetId === summary.id)}
            pending={setting.pending}
            onSet={setting.set}
            offReason={offReason}
          />
        )}
        hasPages
        freshSlot={freshSlot}
      />
    </RowStatusContext>
  )
}

/** `s` opens the statuses of the active row. With a selection it is the key of the bulk bar. */
function useStatusKey(isOn: boolean) {
  const t = useTranslations('assets.shortcuts')
  const shortcut: Shortcut = {
    id: 'assets:set-status',
    keys: ['s'],
    label: t('setStatus'),
    group: t('group'),
    run: () => document.querySelector<HTMLElement>('tr[data-active] [data-status]')?.click(),
  }
  useShortcuts(isOn ? [shortcut] : [])
}

/** Filters by the values of cells. */
function useCellFilters(
  state: AssetState,
  onFilter: (kind: FacetKind) => void,
): Partial<Record<string, ColumnFilter<AssetRow>>> {
  const words = useTranslations('status')
  const { data: board } = useQuery(statusGroupQueries.board())
  return useMemo(() => {
    const by = (kind: FacetKind, key: string | null, label: string | null): CellFilter | null =>
      label === null ? null : { label, include: () => state.choose(kind, [key ?? noStatus]) }
    const typeKey = ({ typeId, typeName }: AssetRow) =>
      typeId === null ? null : writeTypeKey(board, { id: typeId, name: typeName ?? '' })
    return {
      type: { open: () => onFilter('type'), ofRow: (row) => by('type', typeKey(row), row.typeName ?? row.typeId) },
      site: { open: () => onFilter('site'), ofRow: (row) => by('site', row.siteId, row.siteName ?? row.siteId) },
      status: {
        open: () => onFilter('status'),
        ofRow: (row) => by('status', row.status?.optionId ?? null, describeStatus(words, row.status)),
      },
    }
  }, [state, onFilter, words, board])
}
