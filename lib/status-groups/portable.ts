import * as z from 'zod'
import { firstServerText } from '@/lib/server-text'
import type { Translator } from '@/lib/messages/translator'
import { findLine, JsonProblem, readJson, toValue, type JsonIssue, type JsonNode } from './portable-json'
import { newStatusGroup, type StatusGroup } from './schema'
import { optionsMax } from './values-model'

/**
 * Status groups as a file, for a backup or for another organization:
 *
 *     { "format": "sightline-status-groups", "version": 1,
 *       "groups": [{ "name": "…", "description": "…", "statuses": [{ "name": "…", "color": "STATUS_BADGE_COLOR_GREEN" }] }] }
 *
 * Statuses are in display order, and colors have the service's spelling. The file contains no ids and asset types,
 * because they belong to one organization.
 */

export const portableFormat = 'sightline-status-groups'
export const portableVersion = 1
/** The largest groups have about 5 KB. */
export const portableBytesMax = 1_000_000
export const portableGroupsMax = 100
const problemsShown = 12

const option = newStatusGroup.shape.options.element

const portableGroup = z.strictObject({
  name: newStatusGroup.shape.name,
  description: newStatusGroup.shape.description,
  statuses: z.array(z.strictObject({ name: option.shape.name, color: option.shape.color })).max(optionsMax),
})

const portableFile = z.strictObject({
  format: z.literal(portableFormat),
  version: z.literal(portableVersion),
  groups: z.array(portableGroup).min(1),
})

export type PortableGroup = z.output<typeof newStatusGroup>

export interface FileProblem {
  /** Null: the problem is about the whole file. */
  line: number | null
  /** A sentence with the place and the problem. */
  message: string
}

export type ReadFile = { groups: PortableGroup[] } | { problems: FileProblem[]; unshown: number }

type Words = Translator<'statusGroups.portable'>

/** The text of an export. */
export function writePortable(groups: ReadonlyArray<Pick<StatusGroup, 'name' | 'description' | 'options'>>): string {
  const file: z.input<typeof portableFile> = {
    format: portableFormat,
    version: portableVersion,
    groups: groups.map(({ name, description, options }) => ({
      name,
      description,
      statuses: options.map((status) => ({ name: status.name, color: status.color })),
    })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const wholeFile = (message: string, line: number | null = null): ReadFile => ({
  problems: [{ line, message }],
  unshown: 0,
})

/** Why a file of this size is refused; null if its size is allowed. */
export function describeSize(t: Words, bytes: number): string | null {
  if (bytes <= portableBytesMax) return null
  return t('tooLarge', { size: Math.round(bytes / 100_000) / 10, limit: portableBytesMax / 1_000_000 })
}

/** Reads an export, or reports each problem with its line. Never returns a part of the groups. */
export function readPortable(t: Words, text: string): ReadFile {
  const tooLarge = describeSize(t, text.length)
  if (tooLarge !== null) return wholeFile(tooLarge)
  if (text.trim() === '') return wholeFile(t('empty'))
  let node: JsonNode
  try {
    node = readJson(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof JsonProblem)
      return wholeFile(t('notJson', { reason: describeJsonIssue(t, error.issue) }), error.line)
    throw error
  }
  const other = describeOtherFile(t, node)
  if (other !== null) return wholeFile(other)
  const parsed = portableFile.safeParse(toValue(node))
  if (!parsed.success) return describeIssues(t, node, parsed.error.issues)
  return {
    groups: parsed.data.groups.map(({ name, description, statuses }) => ({ name, description, options: statuses })),
  }
}

function describeJsonIssue(t: Words, issue: JsonIssue): string {
  switch (issue.kind) {
    case 'unexpected': {
      const expected = t(`json.expected.${issue.expected}`)
      return issue.found === null ? t('json.fileEnds', { expected }) : t('json.found', { expected, found: issue.found })
    }
    case 'trailingComma':
      return t('json.trailingComma', { end: issue.end })
    case 'duplicateField':
      return t('json.duplicateField', { name: issue.name })
    default:
      return t(`json.${issue.kind}`)
  }
}

/** Why a file is not an export that this version can read; null if it is one. */
function describeOtherFile(t: Words, node: JsonNode): string | null {
  const read = (name: string) => (node.kind === 'object' ? node.members.get(name) : undefined)
  const format = read('format')
  if (format?.kind !== 'scalar' || format.value !== portableFormat)
    return t('otherFormat', { beginning: `"format": "${portableFormat}"` })
  const version = read('version')
  if (version?.kind === 'scalar' && typeof version.value === 'number' && version.value > portableVersion)
    return t('newerVersion', { version: version.value, known: portableVersion })
  const groups = read('groups')
  if (groups?.kind === 'list' && groups.items.length > portableGroupsMax)
    return t('tooManyGroups', { count: groups.items.length, limit: portableGroupsMax })
  return null
}

function describeIssues(t: Words, node: JsonNode, issues: readonly z.core.$ZodIssue[]): ReadFile {
  const all = issues.flatMap((issue): FileProblem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => {
          const path = [...issue.path, key]
          return { line: findLine(node, path), message: t('issue.unknownField', { place: describePlace(t, path) }) }
        })
      : [{ line: findLine(node, issue.path), message: describeIssue(t, node, issue) }],
  )
  all.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  return { problems: all.slice(0, problemsShown), unshown: Math.max(0, all.length - problemsShown) }
}

const isNamedKind = (kind: string): kind is 'string' | 'array' | 'object' =>
  ['string', 'array', 'object'].includes(kind)

function describeIssue(t: Words, node: JsonNode, issue: z.core.$ZodIssue): string {
  const place = describePlace(t, issue.path)
  switch (issue.code) {
    case 'invalid_type':
      if (!isThere(node, issue.path)) return t('issue.missing', { place })
      return isNamedKind(issue.expected) ? t(`issue.${issue.expected}`, { place }) : t('issue.other', { place })
    case 'invalid_value':
      return t('issue.value', { place, value: issue.values.map((value) => JSON.stringify(value)).join(' / ') })
    case 'too_small':
      return issue.origin === 'array' ? t('noGroups') : t('issue.empty', { place })
    case 'too_big':
      return issue.origin === 'array'
        ? t('issue.tooManyStatuses', { place, max: optionsMax })
        : t('issue.tooLong', { place, max: Number(issue.maximum) })
    case 'custom':
      return firstServerText(issue.message)?.key === 'common.fields.empty'
        ? t('issue.empty', { place })
        : t('issue.controlCharacter', { place })
    default:
      return t('issue.other', { place })
  }
}

function isThere(node: JsonNode | undefined, path: readonly PropertyKey[]): boolean {
  const [first, ...rest] = path
  if (node === undefined) return false
  if (first === undefined) return true
  if (node.kind === 'object') return isThere(node.members.get(String(first)), rest)
  return node.kind === 'list' && isThere(node.items[Number(first)], rest)
}

/** Describes `groups, 1, statuses, 2, color` as `Group 2, status 3, “color”`. */
function describePlace(t: Words, path: readonly PropertyKey[]): string {
  const parts: string[] = []
  for (let at = 0; at < path.length; at += 1) {
    const next = path[at + 1]
    const name = String(path[at])
    if (typeof next === 'number' && (name === 'groups' || name === 'statuses')) {
      parts.push(t(`place.${name}`, { number: next + 1 }))
      at += 1
    } else parts.push(t('place.field', { name }))
  }
  return parts.join(', ')
}
