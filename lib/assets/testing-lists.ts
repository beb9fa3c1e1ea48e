import * as fc from 'fast-check'
import type { Database } from '@/lib/db/types'
import { foldText } from '@/lib/search/search-text'
import type { WireAsset } from '@/lib/service/assets'
import { assetFilter, type AssetFilter, type AssetGrouping } from './schema'
import { assetGroupings, assetSorts } from './values-model'
import { readInstant } from '@/lib/db/read-together'
import { composeSearchText, markAssetsMissing, storeListedAssets } from './store'
import { wireAsset, wireStatus } from './testing'

/**
 * Assets and lists for tests, and a second implementation of lists without a database, which gives the expected
 * results.
 */

export interface ModelAsset {
  asset: WireAsset
  isMissing: boolean
}

const codes = [
  'FL-1',
  'fl-2',
  'FL-10',
  '100%',
  'a_b',
  "o'brien",
  'back\\slash',
  'Łódź "7"',
  'ÄRGER',
  'ärger',
  '消防',
  '',
] as const
const siteNames = ['Leeds', 'cork', 'Zürich Süd', 'zurich'] as const
const times = ['2026-11-01T08:00:00.000Z', '2026-11-01T08:00:00.001Z', '2026-10-01T08:00:00.000Z'] as const

export const modelAssets: fc.Arbitrary<ModelAsset[]> = fc.uniqueArray(
  fc.record({
    asset: fc
      .record({
        assetId: fc.string({ unit: fc.constantFrom('a', 'B', 'c', '0', '-'), minLength: 6, maxLength: 9 }),
        code: fc.constantFrom(...codes),
        type: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 6 }),
        site: fc.option(fc.integer({ min: 0, max: siteNames.length - 1 }), { freq: 3 }),
        status: fc.option(fc.constantFrom('A', 'B', 'C', 'D'), { freq: 3 }),
        state: fc.oneof(
          { weight: 6, arbitrary: fc.constant('active') },
          fc.constantFrom('archived', 'ASSET_STATE_LOST'),
        ),
        modifiedAt: fc.option(fc.constantFrom(...times), { freq: 5 }),
        note: fc.constantFrom('', 'wet floor', '50% off', 'x_y', 'Größe'),
      })
      .map(({ assetId, code, type, site, status, state, modifiedAt, note }) =>
        wireAsset({
          assetId,
          code,
          state,
          modifiedAt,
          typeId: type === null ? null : `type_${type}`,
          // Two of the types have the same name.
          typeName: type === null ? null : `Type ${Math.min(type, 3)}`,
          siteId: site === null ? null : `site_${site}`,
          siteName: site === null ? null : (siteNames[site] ?? null),
          status: status === null ? null : wireStatus(status, status < 'C' ? 'group_1' : 'group_2'),
          fields: note === '' ? [] : [{ fieldId: 'f', name: 'Note', kind: 'string_value', text: note }],
        }),
      ),
    isMissing: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  }),
  { minLength: 150, maxLength: 150, selector: ({ asset }) => asset.assetId },
)

const some = (...values: string[]) => fc.subarray(values, { maxLength: 2 })
const often = <Value>(empty: Value, arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(empty) }, arbitrary)

export const modelFilter: fc.Arbitrary<AssetFilter> = fc
  .record({
    q: often(
      '',
      fc.constantFrom(
        'fl',
        'FL-1',
        '%',
        '_',
        '0%',
        'a_b',
        "'",
        '"',
        '\\',
        'floor wet',
        'zurich',
        'lodz',
        '消',
        'grosse',
        'no such',
      ),
    ),
    type: often([], some('type_1', 'type_2', 'none', "';--", 'tYPE 3')),
    site: often([], some('site_0', 'site_1', 'none', 'Cork', 'Zürich Süd')),
    status: often([], some('option_A', 'option_C', 'none')),
    group: often([], some('group_1', 'group_2')),
    state: fc.constantFrom('active' as const, 'archived' as const, 'all' as const),
    sort: fc.constantFrom(...assetSorts),
    groupBy: fc.constantFrom(undefined, ...assetGroupings),
  })
  .map((filter) => assetFilter.parse(filter))

const compareBytes = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right))
const fold = (text: string | null | undefined) =>
  text === null || text === undefined ? null : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The value to sort by, followed by the code, because assets with equal values are sorted by their codes. */
const withCode = (name: string | null | undefined, { code }: WireAsset) => {
  const value = fold(name)
  return value === null ? null : `${value}\u0001${fold(code) ?? ''}`
}

const sortValues: Record<string, (asset: WireAsset) => string | null> = {
  code: ({ code }) => fold(code),
  type: (asset) => withCode(asset.typeName, asset),
  site: (asset) => withCode(asset.siteName, asset),
  status: (asset) => withCode(asset.status?.name, asset),
  state: ({ state }) => fold(state),
  modified: ({ modifiedAt }) => modifiedAt,
  id: ({ assetId }) => assetId,
}

/** Whether a value is among the wanted ones, which are ids, or names in any case. */
const has = (wanted: readonly string[], id: string | null | undefined, name: string | null = null) =>
  wanted.length === 0 ||
  wanted.includes(id ?? 'none') ||
  (name !== null && wanted.some((each) => each.toLowerCase() === name.toLowerCase()))

/** Whether a list contains an asset, by a simple implementation of its filter. */
export function matches({ asset, isMissing }: ModelAsset, filter: AssetFilter): boolean {
  const text = composeSearchText(asset)
  return (
    !isMissing &&
    (filter.state === 'all' || asset.state === filter.state) &&
    has(filter.type, asset.typeId, asset.typeName) &&
    has(filter.site, asset.siteId, asset.siteName) &&
    has(filter.status, asset.status?.optionId, asset.status?.name) &&
    has(filter.group, asset.status?.groupId) &&
    filter.q.split(' ').every((word) => text.includes(foldText(word)))
  )
}

/** The value by which an asset is grouped; null if it has none. */
const groupValues: Record<AssetGrouping, (asset: WireAsset) => string | null> = {
  type: ({ typeName, typeId }) => fold(typeName ?? typeId),
  site: ({ siteName, siteId }) => fold(siteName ?? siteId),
  status: ({ status }) => fold(status?.name),
}

/** Groups are always ordered from A to Z, whatever the order within a group. Assets without a value come last. */
function compareGroups(left: string | null, right: string | null): number {
  if (left === right) return 0
  if (left === null || right === null) return left === null ? 1 : -1
  return compareBytes(left, right)
}

/** Ids of a list in its order. */
export function listIds(assets: readonly ModelAsset[], filter: AssetFilter): string[] {
  const read = sortValues[filter.sort.replace('-', '')] ?? (() => null)
  const sign = filter.sort.startsWith('-') ? -1 : 1
  const { groupBy } = filter
  const groupOf = (asset: WireAsset) =>
    groupBy === undefined || filter.sort.endsWith(groupBy) ? null : groupValues[groupBy](asset)
  return assets
    .filter((model) => matches(model, filter))
    .map(({ asset }) => ({ id: asset.assetId, value: read(asset), group: groupOf(asset) }))
    .sort((left, right) => {
      if (left.group !== right.group) return compareGroups(left.group, right.group)
      if (left.value === null || right.value === null)
        return left.value === right.value ? sign * compareBytes(left.id, right.id) : left.value === null ? 1 : -1
      const order = compareBytes(left.value, right.value)
      return sign * (order === 0 ? compareBytes(left.id, right.id) : order)
    })
    .map(({ id }) => id)
}

export async function storeModel(db: Database, assets: readonly ModelAsset[]): Promise<void> {
  await storeListedAssets(
    db,
    assets.map(({ asset }) => asset),
    await readInstant(db),
  )
  await markAssetsMissing(
    db,
    assets.filter(({ isMissing }) => isMissing).map(({ asset }) => asset.assetId),
  )
}
