import * as z from 'zod'
import { findLine, JsonProblem, readJson, toValue, type JsonNode } from './portable-json'
import { newStatusGroup, optionsMax, type StatusGroup } from './schema'

/**
 * Status groups as a file, to keep them or to take them to another organization:
 *
 *     { "format": "sightline-status-groups", "version": 1,
 *       "groups": [{ "name": "…", "description": "…", "statuses": [{ "name": "…", "color": "STATUS_BADGE_COLOR_GREEN" }] }] }
 *
 * Statuses are in their order; a colour is spelled as the service spells it. Ids and asset types are not in it: they
 * belong to one organization.
 */

export const portableFormat = 'sightline-status-groups'
export const portableVersion = 1
/** A group of the largest kind has about 5 KB. */
export const portableBytesMax = 1_000_000
export const portableGroupsMax = 100
const problemsShown = 12

const option = newStatusGroup.shape.options.element

const portableGroup = z.strictObject({
  name: newStatusGroup.shape.name,
  description: newStatusGroup.shape.description,
  statuses: z
    .array(z.strictObject({ name: option.shape.name, color: option.shape.color }))
    .max(optionsMax, `has more than the ${optionsMax} statuses that the service takes`),
})

const portableFile = z.strictObject({
  format: z.literal(portableFormat),
  version: z.literal(portableVersion),
  groups: z.array(portableGroup).min(1, 'is empty: there is no group in it'),
})

export type PortableGroup = z.output<typeof newStatusGroup>

export interface FileProblem {
  /** Null: it is about the whole file. */
  line: number | null
  /** Where in words, such as `Group 2, status 3, color`; empty for the whole file. */
  place: string
  message: string
}

export type ReadFile = { groups: PortableGroup[] } | { problems: FileProblem[]; unshown: number }

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
  problems: [{ line, place: '', message }],
  unshown: 0,
})

/** What a size says against reading a file at all; null: nothing. */
export function describeSize(bytes: number): string | null {
  if (bytes <= portableBytesMax) return null
  return `It has ${(bytes / 1_000_000).toFixed(1)} MB, and a file of status groups has at most ${portableBytesMax / 1_000_000} MB. Is it the right one?`
}

/** Reads an export, or says what keeps it from being one, line by line. All or nothing: half a file is never taken. */
export function readPortable(text: string): ReadFile {
  const tooLarge = describeSize(text.length)
  if (tooLarge !== null) return wholeFile(tooLarge)
  if (text.trim() === '') return wholeFile('There is nothing in it.')
  let node: JsonNode
  try {
    node = readJson(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof JsonProblem) return wholeFile(`It is not JSON: ${error.message}.`, error.line)
    throw error
  }
  const said = readKind(node)
  if (said !== null) return wholeFile(said)
  const parsed = portableFile.safeParse(toValue(node))
  if (!parsed.success) return tellIssues(node, parsed.error.issues)
  return {
    groups: parsed.data.groups.map(({ name, description, statuses }) => ({ name, description, options: statuses })),
  }
}

/** What speaks against the file as a whole, before its parts are looked at. */
function readKind(node: JsonNode): string | null {
  const read = (name: string) => (node.kind === 'object' ? node.members.get(name) : undefined)
  const format = read('format')
  if (format?.kind !== 'scalar' || format.value !== portableFormat)
    return `It is JSON, but not an export of status groups: those begin with "format": "${portableFormat}".`
  const version = read('version')
  if (version?.kind === 'scalar' && typeof version.value === 'number' && version.value > portableVersion)
    return `It has version ${version.value} of the format, and this console reads version ${portableVersion}. Export it again there for this version, or update this console.`
  const groups = read('groups')
  if (groups?.kind === 'list' && groups.items.length > portableGroupsMax)
    return `It has ${groups.items.length} groups, and at most ${portableGroupsMax} are taken from one file. Split it, and import its parts one after the other.`
  return null
}

function tellIssues(node: JsonNode, issues: readonly z.core.$ZodIssue[]): ReadFile {
  const all = issues.flatMap((issue): FileProblem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => tell(node, [...issue.path, key], 'is no field that is known here'))
      : [tell(node, issue.path, describeIssue(node, issue))],
  )
  all.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  return { problems: all.slice(0, problemsShown), unshown: Math.max(0, all.length - problemsShown) }
}

const tell = (node: JsonNode, path: readonly PropertyKey[], message: string): FileProblem => ({
  line: findLine(node, path),
  place: describePlace(path),
  message,
})

const kinds: Readonly<Record<string, string>> = { string: 'a text', array: 'a list', object: 'an object' }

function describeIssue(node: JsonNode, issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return isThere(node, issue.path) ? `is not ${kinds[issue.expected] ?? issue.expected}` : 'is missing'
  if (issue.code === 'invalid_value') return `is not ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
  if (issue.code === 'too_small' && issue.origin === 'string') return 'is empty'
  if (issue.code === 'too_big' && issue.origin === 'string' && issue.message.startsWith('Too big'))
    return `is longer than ${issue.maximum} characters`
  return issue.message
}

function isThere(node: JsonNode | undefined, path: readonly PropertyKey[]): boolean {
  const [first, ...rest] = path
  if (node === undefined) return false
  if (first === undefined) return true
  if (node.kind === 'object') return isThere(node.members.get(String(first)), rest)
  return node.kind === 'list' && isThere(node.items[Number(first)], rest)
}

const nouns: Readonly<Record<string, string>> = { groups: 'group', statuses: 'status' }

/** `groups, 1, statuses, 2, color` as people count: `Group 2, status 3, color`. */
function describePlace(path: readonly PropertyKey[]): string {
  const words: string[] = []
  for (let at = 0; at < path.length; at += 1) {
    const next = path[at + 1]
    const name = String(path[at])
    if (typeof next === 'number') {
      words.push(`${nouns[name] ?? name} ${next + 1}`)
      at += 1
    } else words.push(`“${name}”`)
  }
  const text = words.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
