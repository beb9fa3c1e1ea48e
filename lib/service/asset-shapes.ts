/**
 * How answers about assets and their types are read. No public source shows all of their keys, so each is looked for
 * under every name that the service is known to use, and what is not understood is kept. Only a wrong outline fails.
 */
import {
  idOf,
  isFields,
  omit,
  readId,
  readList,
  readText,
  readTime,
  refuse,
  textOf,
  unwrap,
  type Fields,
  type WirePage,
} from './shapes'
import { colorNames, optionIdNames, typeIdNames } from './status-group-shapes'

export interface WireAssetType {
  typeId: string
  /** The id again where no name is told. */
  name: string
  /** The service's own word for its kind. */
  category: string | null
}

export interface WireStatus {
  optionId: string
  /** Empty when the answer tells the id alone; the status groups know it. */
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
  /** `active`, `archived`, or the service's own word. */
  state: string
  status: WireStatus | null
  /** ISO 8601 in UTC; null when not told or not a time. */
  createdAt: string | null
  modifiedAt: string | null
  inspectedAt: string | null
  isExternal: boolean | null
  fields: WireField[]
  mediaNames: string[]
  rest: Readonly<Record<string, unknown>>
}

/** @throws AppError upstream_failed when it is no list */
export function readAssetTypePage(value: unknown): WirePage<WireAssetType> {
  return readList(value, ['type_list', 'typeList', 'types', 'asset_types'], 'list of asset types', (entry) => {
    if (!isFields(entry)) return null
    const typeId = idOf(entry, typeIdNames)
    if (typeId === null) return null
    const name = textOf(entry, ['name', 'type_name'])
    return {
      typeId,
      name: name === null || name === '' ? typeId : name,
      category: textOf(entry, ['type', 'category']),
    }
  })
}

/** @throws AppError upstream_failed when it is no list */
export function readAssetPage(value: unknown): WirePage<WireAsset> {
  return readList(value, ['assets', 'asset_list', 'assetList'], 'list of assets', (entry) => {
    const fields = unwrap(entry, ['asset'], assetIdNames)
    return fields === null ? null : readAssetFields(fields)
  })
}

const assetIdNames = ['id', 'asset_id', 'assetId'] as const
const statusListNames = ['statuses', 'status_options', 'status', 'status_option'] as const
const statusIdNames = ['status_option_id', 'status_option_ids', 'statusOptionId'] as const
const assetRead = new Set([
  'code',
  'type',
  'type_id',
  'type_name',
  'site',
  'site_id',
  'site_name',
  'state',
  'archived',
  'created_at',
  'modified_at',
  'inspected_at',
  'sourced_from_external_system',
  'fields',
  'media',
  'profile_image',
  ...assetIdNames,
  ...statusListNames,
  ...statusIdNames,
])

/** An asset, under `asset` or bare. @throws AppError upstream_failed when there is none in it */
export function readAsset(value: unknown): WireAsset {
  const fields = unwrap(value, ['asset', 'result', 'data'], assetIdNames)
  return (fields === null ? null : readAssetFields(fields)) ?? refuse('asset')
}

/** Whether an answer tells the asset's status at all, also that it has none. */
export function tellsStatus(value: unknown): boolean {
  const fields = unwrap(value, ['asset', 'result', 'data'], assetIdNames)
  return (
    fields !== null &&
    idOf(fields, assetIdNames) !== null &&
    [...statusListNames, ...statusIdNames].some((name) => Object.hasOwn(fields, name))
  )
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : value
}

function readStatus(fields: Fields): WireStatus | null {
  for (const name of statusListNames) {
    const given = Object.hasOwn(fields, name) ? firstOf(fields[name]) : undefined
    if (isFields(given)) {
      const optionId = idOf(given, optionIdNames)
      if (optionId === null) continue
      return {
        optionId,
        name: textOf(given, ['name', 'label']) ?? '',
        color: textOf(given, colorNames) ?? '',
        groupId: idOf(given, ['status_group_id', 'group_id', 'statusGroupId']),
        groupName: textOf(given, ['status_group_name', 'group_name', 'statusGroupName']),
      }
    }
    // A list of bare ids; a bare word under `status` could be anything.
    if (name !== 'status') {
      const optionId = readId(given)
      if (optionId !== null) return { optionId, name: '', color: '', groupId: null, groupName: null }
    }
  }
  for (const name of statusIdNames) {
    const optionId = Object.hasOwn(fields, name) ? readId(firstOf(fields[name])) : null
    if (optionId !== null) return { optionId, name: '', color: '', groupId: null, groupName: null }
  }
  return null
}

function readState(fields: Fields): string {
  const word = readText(fields['state'])
  if (word === null || word === '') return fields['archived'] === true ? 'archived' : 'active'
  const plain = word.toUpperCase().replace(/^(?:ASSET_)?STATE_/, '')
  if (plain === 'ACTIVE' || plain === 'ARCHIVED') return plain.toLowerCase()
  return plain === 'UNSPECIFIED' ? 'active' : word
}

function readFieldValue(field: Fields): { kind: string; text: string } {
  for (const [kind, value] of Object.entries(field)) {
    if (!kind.endsWith('_value') || value === null) continue
    if (isFields(value) && kind === 'money_value') {
      const amount = Number(readId(value['units']) ?? 0) + Number(readId(value['nanos']) ?? 0) / 1e9
      const currency = readText(value['currency_code']) ?? ''
      if (Number.isFinite(amount)) return { kind, text: `${amount.toFixed(2)} ${currency}`.trim() }
    }
    const text = readText(value) ?? (kind === 'timestamp_value' ? readTime(value) : null)
    return { kind, text: text ?? JSON.stringify(value).toWellFormed() }
  }
  return { kind: 'none', text: '' }
}

function readFields(value: unknown): WireField[] {
  if (!Array.isArray(value)) return []
  return (value as unknown[]).flatMap((entry): WireField[] => {
    if (!isFields(entry)) return []
    const name = textOf(entry, ['name', 'label'])
    const fieldId = idOf(entry, ['field_id', 'id']) ?? name
    return fieldId === null ? [] : [{ fieldId, name: name ?? fieldId, ...readFieldValue(entry) }]
  })
}

function readMediaNames(fields: Fields): string[] {
  const list: unknown[] = [fields['profile_image'], ...(Array.isArray(fields['media']) ? fields['media'] : [])]
  return list.flatMap((entry) => {
    const name = isFields(entry) ? (textOf(entry, ['filename', 'name']) ?? idOf(entry, ['id'])) : null
    return name === null ? [] : [name]
  })
}

function readAssetFields(fields: Fields): WireAsset | null {
  const assetId = idOf(fields, assetIdNames)
  if (assetId === null) return null
  const type = fields['type']
  const site = fields['site']
  return {
    assetId,
    code: readId(fields['code']) ?? '',
    typeId: (isFields(type) ? idOf(type, ['type_id', 'id']) : null) ?? readId(fields['type_id']),
    typeName: (isFields(type) ? textOf(type, ['name', 'type_name']) : null) ?? readText(fields['type_name']),
    siteId: (isFields(site) ? idOf(site, ['id', 'site_id']) : null) ?? readId(fields['site_id']),
    siteName: (isFields(site) ? textOf(site, ['name', 'site_name']) : readText(site)) ?? readText(fields['site_name']),
    state: readState(fields),
    status: readStatus(fields),
    createdAt: readTime(fields['created_at']),
    modifiedAt: readTime(fields['modified_at']),
    inspectedAt: readTime(fields['inspected_at']),
    isExternal:
      typeof fields['sourced_from_external_system'] === 'boolean' ? fields['sourced_from_external_system'] : null,
    fields: readFields(fields['fields']),
    mediaNames: readMediaNames(fields),
    rest: omit(fields, assetRead),
  }
}
