import type { Translator } from '@/lib/messages/translator'
import type { AssetRow, AssetSort } from '@/lib/assets/schema'
import { readOrder } from '@/components/ui/data-table/columns/sort-order'

const isKnownState = (state: string): state is 'active' | 'archived' => state === 'active' || state === 'archived'

/** The name of a state. An unknown state has the name that SafetyCulture uses. */
export function describeState(t: Translator<'assets'>, state: string): string {
  if (isKnownState(state)) return t(`state.${state}`)
  const text = state
    .replace(/^ASSET_STATE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
  return text === '' ? t('state.unknown') : text.charAt(0).toUpperCase() + text.slice(1)
}

/** What identifies an asset to people. */
export function readAssetName({ code, assetId }: Pick<AssetRow, 'code' | 'assetId'>): string {
  return code.trim() === '' ? assetId : code
}

export function describeStatus(t: Translator<'status'>, status: { name: string } | null): string {
  return status === null ? t('none') : status.name
}

/** "code, Z to A" */
export function describeSort(t: Translator<'assets.sort'>, sort: AssetSort): string {
  const { name, isDescending } = readOrder(sort)
  return t(`${name}.${isDescending ? 'descending' : 'ascending'}`)
}
