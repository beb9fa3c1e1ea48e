import { describe, expect, it } from 'vitest'
import { type AssetFacets, assetFilter, type AssetRow } from '@/lib/assets/schema'
import { placeRows } from '@/components/ui/data-table/group-rows'
import { countGroups, groupOfRow } from './group-rows'

const row = (code: string, typeName: string | null): AssetRow => ({
  assetId: code,
  code,
  typeId: typeName === null ? null : `type_${typeName}_${code}`,
  typeName,
  siteId: null,
  siteName: null,
  state: 'active',
  status: null,
  modifiedAt: null,
})
const value = (id: string, name: string, count: number) => ({ id, name, count, color: null, groupId: null })
const facets: AssetFacets = {
  types: [value('a', 'Forklift', 40), value('b', 'forklift', 2), value('c', 'Oven', 7), value('none', 'No type', 1)],
  sites: [],
  statuses: [],
}

const groupOf = (asset: AssetRow) => groupOfRow(asset, 'type', 'Unknown type')

describe('assets in groups', () => {
  it('are below the name that they have in common, with their number on the server', () => {
    const counts = countGroups(facets, assetFilter.parse({}), 'type')
    const rows = [row('F-1', 'Forklift'), row('F-2', 'forklift'), row('O-1', 'Oven'), row('X', null)]
    const places = placeRows(rows, { groupOf, counts })
    expect(places.map(({ head, row: asset }) => asset?.code ?? `${head?.label} ${head?.count}`)).toEqual([
      'Forklift 42',
      'F-1',
      'F-2',
      'Oven 7',
      'O-1',
      'Unknown type 1',
      'X',
    ])
  })

  it('include only the chosen values', () => {
    expect([...countGroups(facets, assetFilter.parse({ type: ['c'] }), 'type').keys()]).toEqual(['oven'])
  })
})
