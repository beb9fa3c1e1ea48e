import * as z from 'zod'
import { isTimeZone } from '@/lib/time/time-format'
import { tableFormats } from '@/lib/csv/formats'
import { pathId } from '@/lib/ids'
import { reach, statusOption } from '@/lib/status-groups/schema'
import { serverText } from '@/lib/server-text'
import { assetGroupings, assetSorts, assetStates } from './values-model'

/** Assets as in the newest listing, because the service has no filter by status and no counts. */

const instant = z.iso.datetime({ offset: true })

export const assetStatus = statusOption.extend({ groupId: z.string().nullable() })
export type AssetStatus = z.infer<typeof assetStatus>

export const assetRow = z.object({
  assetId: z.string(),
  /** The organization's own identifier of the asset. */
  code: z.string(),
  typeId: z.string().nullable(),
  typeName: z.string().nullable(),
  siteId: z.string().nullable(),
  siteName: z.string().nullable(),
  /** `active`, `archived`, or another state of the service, unchanged. */
  state: z.string(),
  status: assetStatus.nullable(),
  modifiedAt: instant.nullable(),
})
export type AssetRow = z.infer<typeof assetRow>

export type AssetSort = (typeof assetSorts)[number]
export type AssetGrouping = (typeof assetGroupings)[number]

/** Texts in the index never contain NUL, and the database does not accept it. */
const asked = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => !text.includes('\0'), serverText('common.fields.badCharacter'))
const ids = z.array(asked(200)).max(100).default([])

/** The filters of a list of assets, in the address of the page and in the API. */
export const assetFilter = z.object({
  /** Words to search for, in any order. All of them must occur in the asset, also as parts of words. */
  q: asked(200).default(''),
  /** IDs or names of types, and `none` for assets without a type. */
  type: ids,
  /** IDs or names of sites, and `none` for assets without a site. */
  site: ids,
  /** IDs or names of statuses, and `none` for assets without a status. */
  status: ids,
  /** IDs of status groups: assets with a status of these groups. `none`: assets without a status group. */
  group: ids,
  /** `active`: only active assets. `archived`: only archived assets. `all`: assets in any state. */
  state: z.enum(assetStates).default('active'),
  /** Column to sort by. A leading `-` reverses the order. */
  sort: z.enum(assetSorts).default('code'),
  /** Groups rows by this value. Rows in a group are in the order of `sort`. */
  groupBy: z.enum(assetGroupings).optional(),
})
export type AssetFilter = z.output<typeof assetFilter>

/** Query of GET /api/assets. */
export const assetListQuery = assetFilter.extend({
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(2_000).optional(),
  /** Number of assets per page. */
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Query of GET /api/assets/export. */
export const assetExportQuery = assetFilter.extend({
  /** IANA time zone of the times in the file. UTC by default. */
  tz: z.string().max(100).refine(isTimeZone, serverText('common.notTimeZone')).optional(),
  /** Column names separated by commas, as in the address of the list. By default the columns that the list shows at first. */
  columns: z.string().max(1_000).optional(),
  /** `csv`, or `xlsx` for an Excel file. */
  format: z.enum(tableFormats).default('csv'),
})
export type AssetExportQuery = z.output<typeof assetExportQuery>

export const assetPage = z.object({
  rows: z.array(assetRow),
  after: z.string().nullable(),
  total: z.number().int(),
  reach: reach.pick({ assets: true, assetsAsOf: true, areWritesRefused: true }),
})
export type AssetPage = z.infer<typeof assetPage>

const facetValue = z.object({ id: z.string(), name: z.string(), count: z.number().int() })
export type AssetFacetValue = z.infer<typeof facetValue>
/** Values for the filters, each with its count under all other filters. Response of GET /api/assets/facets. */
export const assetFacets = z.object({
  types: z.array(facetValue),
  sites: z.array(facetValue),
  statuses: z.array(facetValue.extend({ color: z.string().nullable(), groupId: z.string().nullable() })),
})
export type AssetFacets = z.infer<typeof assetFacets>

export const assetField = z.object({
  fieldId: z.string(),
  name: z.string(),
  /** The service's name for the kind of the field's value, and the value as text. */
  kind: z.string(),
  text: z.string(),
})

/**
 * Response of GET /api/assets/[assetId]: read from the service now, or from the newest listing if the service is down.
 */
export const assetDetail = assetRow.extend({
  createdAt: instant.nullable(),
  inspectedAt: instant.nullable(),
  isExternal: z.boolean().nullable(),
  fields: z.array(assetField),
  mediaNames: z.array(z.string()),
  /** Further fields of the service, unchanged. */
  rest: z.record(z.string(), z.unknown()),
  /** Why this is from the newest listing; null when it is current. */
  stale: z.string().nullable().default(null),
})
export type AssetDetail = z.infer<typeof assetDetail>

/** Body of POST /api/assets/refresh. The response follows when the assets are listed. */
export const assetRefresh = z.object({
  /** IDs of the types whose assets are listed again. If omitted, all assets are. */
  typeIds: z.array(pathId).max(200).optional(),
})
export const assetRefreshed = z.object({ assetsAsOf: instant.nullable(), count: z.number().int() })
