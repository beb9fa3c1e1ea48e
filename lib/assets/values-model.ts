// Apart from the schemas, so that a page has them without loading zod.

export const assetStates = ['active', 'archived', 'all'] as const

export const assetSorts = [
  'code',
  '-code',
  'type',
  '-type',
  'site',
  '-site',
  'status',
  '-status',
  'state',
  '-state',
  'modified',
  '-modified',
  'id',
  '-id',
] as const

/** Columns whose values can be groups. */
export const assetGroupings = ['type', 'site', 'status'] as const

/** In place of an option's id: assets that have no status. In place of a site's or type's id: assets without one. */
export const noStatus = 'none'
