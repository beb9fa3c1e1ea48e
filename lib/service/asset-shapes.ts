/**
 * How answers about assets and status groups are read. No public source shows all of their keys, so each is looked for
 * under every name that the service is known to use, and what is not understood is kept. Only a wrong outline fails.
 */
import {
  idOf,
  isFields,
  omit,
  pick,
  readId,
  readList,
  readText,
  readTime,
  refuse,
  textOf,
  type Fields,
  type WirePage,
} from './shapes'

export interface WireOption {
  optionId: string
  name: string
  /** As the service spells it; empty when it tells none. */
  color: string
  /** Every other field of it, to be written back untouched. */
  rest: Readonly<Record<string, unknown>>
}

export interface WireStatusGroup {
  groupId: string
  name: string
  description: string
  options: WireOption[]
  typeIds: string[]
  /** Names of types by id, where the answer tells them. */
  typeNames: Readonly<Record<string, string>>
  /** Options without a readable id. The options of such a group must not be written: that would remove these. */
  unreadCount: number
  /** Types without a readable id. */
  unreadTypeCount: number
  rest: Readonly<Record<string, unknown>>
}

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

// --- status groups -------------------------------------------------------------------------------------------------

const groupWrappers = ['status_group', 'statusGroup', 'group', 'result', 'item', 'data'] as const
const groupIdNames = ['id', 'status_group_id', 'group_id', 'statusGroupId'] as const
const optionListNames = ['options', 'status_options', 'statusOptions'] as const
const optionIdNames = ['id', 'status_option_id', 'option_id', 'statusOptionId'] as const
const colourNames = ['color', 'colour'] as const
const typeListNames = ['type_ids', 'typeIds', 'types', 'asset_types', 'assetTypes', 'asset_type_ids'] as const
const typeIdNames = ['id', 'type_id', 'typeId', 'asset_type_id'] as const
const groupRead = new Set(['name', 'description', ...groupIdNames, ...optionListNames, ...typeListNames])
const optionRead = new Set(['id', 'name', 'color'])

function unwrap(value: unknown, wrappers: readonly string[], idNames: readonly string[]): Fields | null {
  if (!isFields(value)) return null
  for (const name of wrappers) {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    if (isFields(inner) && idOf(inner, idNames) !== null) return inner
  }
  return value
}

/** The id of the thing that an answer holds or names; null for none. */
export function readAnsweredId(value: unknown): string | null {
  const fields = unwrap(value, [...groupWrappers, 'asset'], groupIdNames)
  return fields === null ? null : idOf(fields, groupIdNames)
}

function readOption(value: unknown): WireOption | null {
  if (!isFields(value)) return null
  const optionId = idOf(value, optionIdNames)
  if (optionId === null) return null
  // Its other spellings stay in `rest`: written back beside ours, the service finds the one that it knows.
  return {
    optionId,
    name: textOf(value, ['name', 'label']) ?? '',
    color: textOf(value, colourNames) ?? '',
    rest: omit(value, optionRead),
  }
}

/** The option as it is written: what we know under its own names, everything else as it came. */
export function writeOption(option: {
  optionId: string | null
  name: string
  color: string
  rest?: Fields | undefined
}): { [field: string]: unknown; name: string; color: string } {
  const rest = Object.entries(option.rest ?? {}).map(([name, value]): [string, unknown] => {
    if (name === 'label') return [name, option.name]
    if (name === 'colour') return [name, option.color]
    return [name, value]
  })
  const id = option.optionId === null ? [] : ([['id', option.optionId]] as const)
  return { ...Object.fromEntries([...rest, ...id]), name: option.name, color: option.color }
}

interface GroupRead {
  group: WireStatusGroup
  /** Options are told. An answer that is cut to the id must not be taken for a group without options. */
  isWhole: boolean
}

function readGroupFields(fields: Fields, groupId: string): GroupRead {
  let unreadCount = 0
  let unreadTypeCount = 0
  const given = pick(fields, optionListNames)
  const options: WireOption[] = []
  const optionIds = new Set<string>()
  for (const entry of Array.isArray(given) ? (given as unknown[]) : []) {
    const option = readOption(entry)
    if (option === null || optionIds.has(option.optionId)) unreadCount += 1
    else {
      optionIds.add(option.optionId)
      options.push(option)
    }
  }
  const typeIds = new Set<string>()
  const typeNames = new Map<string, string>()
  for (const name of typeListNames) {
    const list = Object.hasOwn(fields, name) ? fields[name] : undefined
    for (const entry of Array.isArray(list) ? (list as unknown[]) : []) {
      const typeId = isFields(entry) ? idOf(entry, typeIdNames) : readId(entry)
      if (typeId === null) {
        unreadTypeCount += 1
        continue
      }
      typeIds.add(typeId)
      const typeName = isFields(entry) ? textOf(entry, ['name', 'type_name']) : null
      if (typeName !== null && typeName !== '') typeNames.set(typeId, typeName)
    }
  }
  return {
    group: {
      groupId,
      name: textOf(fields, ['name']) ?? '',
      description: textOf(fields, ['description']) ?? '',
      options,
      typeIds: [...typeIds],
      typeNames: Object.fromEntries(typeNames),
      unreadCount,
      unreadTypeCount,
      rest: omit(fields, groupRead),
    },
    isWhole: Array.isArray(given),
  }
}

/**
 * A status group, under `status_group` or bare.
 * @throws AppError upstream_failed when there is none in it
 */
export function readStatusGroup(value: unknown): GroupRead {
  const fields = unwrap(value, groupWrappers, groupIdNames)
  const groupId = fields === null ? null : idOf(fields, groupIdNames)
  if (fields === null || groupId === null) return refuse('status group')
  return readGroupFields(fields, groupId)
}

// --- lists ---------------------------------------------------------------------------------------------------------

/** @throws AppError upstream_failed when it is no list */
export function readStatusGroupPage(value: unknown): WirePage<GroupRead> {
  return readList(value, ['status_groups', 'statusGroups', 'groups'], 'list of status groups', (entry) => {
    const fields = unwrap(entry, groupWrappers, groupIdNames)
    const groupId = fields === null ? null : idOf(fields, groupIdNames)
    return fields === null || groupId === null ? null : readGroupFields(fields, groupId)
  })
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

// --- assets --------------------------------------------------------------------------------------------------------

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
        color: textOf(given, colourNames) ?? '',
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
