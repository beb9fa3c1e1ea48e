/**
 * Reads responses about assets and their types. The names are those of service.md 3.2 (the vendor's pages, and the
 * public clients MCP1, CS and AIRBYTE); everything else is kept in `rest`. Only a wrong outer structure is an error.
 */
import {
  idOf,
  isFields,
  omit,
  readEach,
  readList,
  readText,
  readTime,
  refuse,
  textOf,
  unwrap,
  type Fields,
  type WirePage,
} from './shapes'
import { optionIdNames } from './status-group-shapes'

export interface WireAssetType {
  typeId: string
  /** The id if the response has no name. */
  name: string
  /** The service's own term for its kind. */
  category: string | null
}

export interface WireStatus {
  optionId: string
  /** Empty when the response only has the id; the status groups have the name. */
  name: string
  color: string
  groupId: string | null
  groupName: string | null
}

export interface WireField {
  fieldId: string
  name: string
  /** Kind of its value as the service names it. */
  kind: string
  /** The value for people. */
  text: string
}

export interface WireAsset {
  assetId: string
  code: string
  typeId: string | null
  typeName: string | null
  siteId: string | null
  siteName: string | null
  /** `active`, `archived`, or the service's own term. */
  state: string
  status: WireStatus | null
  /** ISO 8601 in UTC; null when missing or not a time. */
  createdAt: string | null
  modifiedAt: string | null
  inspectedAt: string | null
  isExternal: boolean | null
  fields: WireField[]
  mediaNames: string[]
  rest: Readonly<Record<string, unknown>>
}

/**
 * A page of types: {type_list: [{id, name, type}]}.
 * @throws AppError upstream_failed when it is not a list
 */
export function readAssetTypePage(value: unknown): WirePage<WireAssetType> {
  return readList(value, ['type_list'], 'assetTypes', (entry) => {
    if (!isFields(entry)) return null
    const typeId = idOf(entry, 'id')
    return typeId === null ? null : { typeId, name: idOf(entry, 'name') ?? typeId, category: textOf(entry, 'type') }
  })
}

/**
 * A page of assets: {assets: […]}.
 * @throws AppError upstream_failed when it is not a list
 */
export function readAssetPage(value: unknown): WirePage<WireAsset> {
  return readList(value, ['assets'], 'assets', (entry) => (isFields(entry) ? readAssetFields(entry) : null))
}

const assetRead = new Set([
  'id',
  'code',
  'type',
  'site',
  'state',
  'statuses',
  'created_at',
  'modified_at',
  'inspected_at',
  'sourced_from_external_system',
  'fields',
  'media',
  'profile_image',
])

/**
 * An asset, under `asset` or bare.
 * @throws AppError upstream_failed when there is none
 */
export function readAsset(value: unknown): WireAsset {
  const fields = unwrap(value, 'asset')
  return (fields === null ? null : readAssetFields(fields)) ?? refuse('asset')
}

/** Whether a response shows which status the asset has, or that it has none. */
export function hasStatus(value: unknown): boolean {
  const fields = unwrap(value, 'asset')
  return fields !== null && idOf(fields, 'id') !== null && Object.hasOwn(fields, 'statuses')
}

/**
 * The status in `statuses`, which has at most one entry (the vendor's changelog, MCP1). The field names of the group
 * are those of the official exporter's assets.
 */
function readStatus(statuses: unknown): WireStatus | null {
  const given: unknown = Array.isArray(statuses) ? statuses[0] : null
  const optionId = isFields(given) ? idOf(given, ...optionIdNames) : null
  if (!isFields(given) || optionId === null) return null
  return {
    optionId,
    name: textOf(given, 'name') ?? '',
    color: textOf(given, 'color') ?? '',
    groupId: idOf(given, 'status_group_id'),
    groupName: textOf(given, 'status_group_name'),
  }
}

function readState(fields: Fields): string {
  const word = idOf(fields, 'state')
  if (word === null || word === 'ASSET_STATE_ACTIVE') return 'active'
  return word === 'ASSET_STATE_ARCHIVED' ? 'archived' : word
}

const numberOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? Number(value) : 0)

/** `string_value`, `timestamp_value` or `money_value`; a value of another kind is shown unchanged. */
function readFieldValue(field: Fields): { kind: string; text: string } {
  for (const [kind, value] of Object.entries(field)) {
    if (!kind.endsWith('_value') || value === null) continue
    if (isFields(value) && kind === 'money_value') {
      const amount = numberOf(value['units']) + numberOf(value['nanos']) / 1e9
      const currency = readText(value['currency_code']) ?? ''
      if (Number.isFinite(amount)) return { kind, text: `${amount.toFixed(2)} ${currency}`.trim() }
    }
    return { kind, text: readText(value) ?? JSON.stringify(value).toWellFormed() }
  }
  return { kind: 'none', text: '' }
}

function readField(field: Fields): WireField | null {
  const name = textOf(field, 'name')
  const fieldId = idOf(field, 'field_id') ?? name
  return fieldId === null ? null : { fieldId, name: name ?? fieldId, ...readFieldValue(field) }
}

function readAssetFields(fields: Fields): WireAsset | null {
  const assetId = idOf(fields, 'id')
  if (assetId === null) return null
  const { type, site, sourced_from_external_system: isExternal, profile_image: picture, media } = fields
  return {
    assetId,
    code: textOf(fields, 'code') ?? '',
    typeId: isFields(type) ? idOf(type, 'type_id') : null,
    typeName: isFields(type) ? textOf(type, 'name') : null,
    siteId: isFields(site) ? idOf(site, 'id') : null,
    siteName: isFields(site) ? textOf(site, 'name') : null,
    state: readState(fields),
    status: readStatus(fields['statuses']),
    createdAt: readTime(fields['created_at']),
    modifiedAt: readTime(fields['modified_at']),
    inspectedAt: readTime(fields['inspected_at']),
    isExternal: typeof isExternal === 'boolean' ? isExternal : null,
    fields: readEach(fields['fields'], readField),
    mediaNames: readEach([picture, media].flat(), (file) => textOf(file, 'filename', 'id')),
    rest: omit(fields, assetRead),
  }
}
