/**
 * Reads responses about status groups. The requests are public (service.md 3.1: the vendor's pages), the keys of the
 * responses are not, so they are read by the names in the requests. Everything else is kept, and written back
 * unchanged. Only a wrong outer structure is an error.
 */
import { idOf, isFields, omit, readId, readList, refuse, textOf, unwrap, type Fields, type WirePage } from './shapes'

export interface WireOption {
  optionId: string
  name: string
  /** As the service spells it; empty when the response has none. */
  color: string
  /** All its other fields, which are written back unchanged. */
  rest: Readonly<Record<string, unknown>>
}

export interface WireStatusGroup {
  groupId: string
  name: string
  description: string
  options: WireOption[]
  typeIds: string[]
  /**
   * Options without a readable id. The options of such a group must not be written, because that would remove these.
   */
  unreadCount: number
  rest: Readonly<Record<string, unknown>>
}

/** `id`: the vendor's page of the update and the official exporter. `status_option_id`: interface.md 2. */
export const optionIdNames = ['id', 'status_option_id'] as const
const groupRead = new Set(['id', 'name', 'description', 'options', 'type_ids'])
const optionRead = new Set(['id', 'name', 'color'])

/** The id of the status group or asset in a response; null for none. */
export function readAnsweredId(value: unknown): string | null {
  const fields = unwrap(unwrap(value, 'status_group'), 'asset')
  return fields === null ? null : idOf(fields, 'id')
}

function readOption(value: unknown): WireOption | null {
  const optionId = isFields(value) ? idOf(value, ...optionIdNames) : null
  if (!isFields(value) || optionId === null) return null
  // `status_option_id` stays in `rest`. When both ids are written back, the service uses the one that it knows.
  return {
    optionId,
    name: textOf(value, 'name') ?? '',
    color: textOf(value, 'color') ?? '',
    rest: omit(value, optionRead),
  }
}

/**
 * The option as it is written: known fields under their own names, everything else unchanged. A color is left out if
 * there is none, as when the service returned none.
 */
export function writeOption({
  optionId,
  name,
  color,
  rest,
}: {
  optionId: string | null
  name: string
  color: string
  rest?: Fields | undefined
}): { [field: string]: unknown; name: string; color?: string } {
  return { ...rest, ...(optionId === null ? {} : { id: optionId }), name, ...(color === '' ? {} : { color }) }
}

interface GroupRead {
  group: WireStatusGroup
  /** Whether the response has options. A group reduced to its id must not be taken for one without options. */
  isWhole: boolean
}

function readGroup(value: unknown): GroupRead | null {
  const groupId = isFields(value) ? idOf(value, 'id') : null
  if (!isFields(value) || groupId === null) return null
  const { options: given, type_ids: typeIds } = value
  const options = new Map<string, WireOption>()
  const entries: unknown[] = Array.isArray(given) ? given : []
  for (const entry of entries) {
    const option = readOption(entry)
    if (option !== null && !options.has(option.optionId)) options.set(option.optionId, option)
  }
  return {
    group: {
      groupId,
      name: textOf(value, 'name') ?? '',
      description: textOf(value, 'description') ?? '',
      options: [...options.values()],
      typeIds: Array.isArray(typeIds) ? [...new Set(typeIds.flatMap((typeId) => readId(typeId) ?? []))] : [],
      unreadCount: entries.length - options.size,
      rest: omit(value, groupRead),
    },
    isWhole: Array.isArray(given),
  }
}

/**
 * A status group, under `status_group` or bare.
 * @throws AppError upstream_failed when there is none
 */
export const readStatusGroup = (value: unknown): GroupRead =>
  readGroup(unwrap(value, 'status_group')) ?? refuse('statusGroup')

/**
 * A page of groups: {status_groups: […]}.
 * @throws AppError upstream_failed when it is not a list
 */
export const readStatusGroupPage = (value: unknown): WirePage<GroupRead> =>
  readList(value, ['status_groups'], 'statusGroups', readGroup)
