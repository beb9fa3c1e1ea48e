import { formatCount } from '@/lib/browser/numbers'
import type { AssetFilter, AssetRow } from '@/lib/assets/schema'

export function countAssets(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'asset' : 'assets'}`
}

const stateWords: Readonly<Record<string, string>> = { active: 'Active', archived: 'Archived' }

/** A state for people: the service's own word, where it says one we do not know. */
export function describeState(state: string): string {
  const known = stateWords[state]
  if (known !== undefined) return known
  const text = state
    .replace(/^ASSET_STATE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
  return text === '' ? 'Not told' : text.charAt(0).toUpperCase() + text.slice(1)
}

export const stateNames: Record<AssetFilter['state'], string> = {
  active: 'Active',
  archived: 'Archived',
  all: 'Active and archived',
}

/** What names an asset to people. */
export function readAssetName({ code, assetId }: Pick<AssetRow, 'code' | 'assetId'>): string {
  return code.trim() === '' ? assetId : code
}

export function describeStatus(status: { name: string } | null): string {
  return status === null ? 'No status' : status.name
}

/** What the service lets us see is not always all that there is. */
export const ownerNote =
  'The list has what the owner of the service token may see. Assets that they may not see are neither listed nor counted.'
