/**
 * How answers about status groups are read. No public source shows all of their keys, so each is looked for
 * under every name that the service is known to use, and what is not understood is kept. Only a wrong outline fails.
 */
import {
  idOf,
  isFields,
  omit,
  pick,
  readId,
  readList,
  refuse,
  textOf,
  unwrap,
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

const groupWrappers = ['status_group', 'statusGroup', 'group', 'result', 'item', 'data'] as const
const groupIdNames = ['id', 'status_group_id', 'group_id', 'statusGroupId'] as const
const optionListNames = ['options', 'status_options', 'statusOptions'] as const
export const optionIdNames = ['id', 'status_option_id', 'option_id', 'statusOptionId'] as const
export const colorNames = ['color', 'colour'] as const
const typeListNames = ['type_ids', 'typeIds', 'types', 'asset_types', 'assetTypes', 'asset_type_ids'] as const
export const typeIdNames = ['id', 'type_id', 'typeId', 'asset_type_id'] as const
const groupRead = new Set(['name', 'description', ...groupIdNames, ...optionListNames, ...typeListNames])
const optionRead = new Set(['id', 'name', 'color'])

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
    color: textOf(value, colorNames) ?? '',
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

/** @throws AppError upstream_failed when it is no list */
export function readStatusGroupPage(value: unknown): WirePage<GroupRead> {
  return readList(value, ['status_groups', 'statusGroups', 'groups'], 'list of status groups', (entry) => {
    const fields = unwrap(entry, groupWrappers, groupIdNames)
    const groupId = fields === null ? null : idOf(fields, groupIdNames)
    return fields === null || groupId === null ? null : readGroupFields(fields, groupId)
  })
}
