import { formatDate, type TimeStyle } from '@/lib/time/time-format'
import type { FacetName } from '@/lib/inspections/columns'
import { defaultSort, type FilterName, filterNames, type ListParams, type ParamName } from '@/lib/inspections/schema'
import { isDayRange, readRange, timePresets } from './filter-ranges'

/** Filters as they are picked: each kind has one button and one panel. `search` is the box. */
export const filterKinds = ['template', 'site', 'author', 'result', 'date', 'more'] as const
export type FilterKind = (typeof filterKinds)[number]

export const kindLabels: Readonly<Record<FilterKind, string>> = {
  template: 'Template',
  site: 'Site',
  author: 'Author',
  result: 'Result',
  date: 'Date',
  more: 'More',
}

/** Parameters that each kind sets. */
export const kindNames = {
  template: ['template', 'template!'],
  site: ['site', 'site!'],
  author: ['author', 'author!'],
  result: ['result', 'result!'],
  date: ['modified', 'modified!', 'completedAt', 'completedAt!'],
  more: [
    'score',
    'score!',
    'failed',
    'failed!',
    'media',
    'completed',
    'archived',
    'review',
    'review!',
    'problem',
    'missing',
  ],
} as const satisfies Readonly<Record<FilterKind, readonly FilterName[]>>

/** The kind whose panel sets this parameter; null for the search and for what no panel sets. */
export function findKind(name: ParamName): FilterKind | null {
  return filterKinds.find((kind) => (kindNames[kind] as readonly ParamName[]).includes(name)) ?? null
}

/** How many parameters of a kind are set. */
export function countKind(params: ListParams, kind: FilterKind): number {
  return kindNames[kind].filter((name) => params[name] !== undefined).length
}

/** What `*` stands for is said as a filter of its own. */
export const anyValue = '*'

export const resultWords: Readonly<Record<string, string>> = {
  failed: 'failed',
  passed: 'passed',
  'in-progress': 'in progress',
}

/**
 * Filters of a few fixed values: `option` in their panel, `words` in a chip. The first stands for the parameter left out.
 */
export const switches = [
  {
    name: 'media',
    label: 'Media',
    choices: [
      { value: '', option: 'any', words: '' },
      { value: 'with', option: 'with', words: 'With media' },
      { value: 'without', option: 'without', words: 'Without media' },
    ],
  },
  {
    name: 'completed',
    label: 'Completed',
    choices: [
      { value: '', option: 'any', words: '' },
      { value: 'true', option: 'yes', words: 'Completed' },
      { value: 'false', option: 'no', words: 'Not completed' },
    ],
  },
  {
    name: 'archived',
    label: 'Archived',
    choices: [
      { value: '', option: 'any', words: '' },
      { value: 'true', option: 'yes', words: 'Archived' },
      { value: 'false', option: 'no', words: 'Not archived' },
    ],
  },
  {
    name: 'review',
    label: 'Review',
    choices: [
      { value: '', option: 'any', words: '' },
      { value: 'unreviewed', option: 'unreviewed', words: 'Unreviewed' },
      { value: 'reviewed', option: 'reviewed', words: 'Reviewed' },
      { value: 'follow-up', option: 'follow-up', words: 'Follow-up' },
      { value: 'changed', option: 'changed since', words: 'Changed since review' },
    ],
  },
  {
    name: 'problem',
    label: 'Document',
    choices: [
      { value: '', option: 'any', words: '' },
      { value: 'unreadable', option: 'unreadable', words: 'Document could not be read' },
      { value: 'unusual', option: 'unusual', words: 'Document has an unusual form' },
    ],
  },
  {
    name: 'missing',
    label: 'Gone from the service',
    choices: [
      { value: '', option: 'hidden', words: 'Without those gone from the service' },
      { value: 'both', option: 'shown', words: 'With those gone from the service' },
      { value: 'true', option: 'only', words: 'Gone from the service' },
    ],
  },
] as const satisfies ReadonlyArray<{
  name: FilterName
  label: string
  choices: ReadonlyArray<{ value: string; option: string; words: string }>
}>

function describeNumbers(text: string, unit: string): string {
  const { from, to } = readRange(text)
  if (from === to) return `${from}${unit}`
  if (to === '') return `at least ${from}${unit}`
  if (from === '') return `at most ${to}${unit}`
  return `${from}–${to}${unit}`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function describeDay(day: string, style: TimeStyle): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : formatDate(at, 'UTC', style)
}

/** A time filter in words: `last 7 days`, `1 Nov 2026 – 20 Nov 2026`, `since 1 Nov 2026`, or as it was written. */
export function describeTimes(text: string, style: TimeStyle): string {
  const preset = timePresets.find(({ value }) => value === text)
  if (preset !== undefined) return lowerFirst(preset.label)
  const range = readRange(text)
  if (!isDayRange(range) || (range.from === '' && range.to === '')) return text
  if (range.from === range.to) return describeDay(range.from, style)
  if (range.to === '') return `since ${describeDay(range.from, style)}`
  if (range.from === '') return `until ${describeDay(range.to, style)}`
  return `${describeDay(range.from, style)} – ${describeDay(range.to, style)}`
}

const namesShown = 2

function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(' or ')
  return names.length > namesShown ? `${shown} or ${names.length - namesShown} more` : shown
}

function describeFacet(name: FacetName, isNegated: boolean, names: readonly string[], values: readonly string[]) {
  const label = kindLabels[name]
  if (values.includes(anyValue)) {
    if (name === 'result') return isNegated ? 'Not read yet' : 'Read'
    const rest = names.filter((_, index) => values[index] !== anyValue)
    const article = name === 'author' ? 'an' : 'a'
    const any = isNegated ? `Has no ${name}` : `Has ${article} ${name}`
    return rest.length === 0 ? any : `${any}, or ${lowerFirst(label)} is ${isNegated ? 'not ' : ''}${joinNames(rest)}`
  }
  return `${label} is ${isNegated ? 'not ' : ''}${joinNames(names)}`
}

/** Names a value of a facet for a person: a template has an id. */
export type NameOf = (facet: FacetName, value: string) => string

/** A filter in words: `Site is not Cork`, `Modified: last 7 days`, `Score 50–90 %`. What cannot be read is shown as it is. */
export function describeFilter(name: ParamName, values: readonly string[], nameOf: NameOf, style: TimeStyle): string {
  const isNegated = name.endsWith('!')
  const plain = isNegated ? name.slice(0, -1) : name
  const not = isNegated ? 'not ' : ''
  const all = (describe: (value: string) => string) => joinNames(values.map(describe))
  switch (plain) {
    case 'q':
      return `Search: ${values.join(' ')}`
    case 'template':
    case 'site':
    case 'author':
    case 'result':
      return describeFacet(
        plain,
        isNegated,
        values.map((value) => nameOf(plain, value)),
        values,
      )
    case 'modified':
      return `Modified: ${not}${all((value) => describeTimes(value, style))}`
    case 'completedAt':
      if (values.includes(anyValue)) return isNegated ? 'Not completed' : 'Completed'
      return `Completed: ${not}${all((value) => describeTimes(value, style))}`
    case 'score':
      if (values.includes(anyValue)) return isNegated ? 'Without a score' : 'With a score'
      return `Score ${not}${all((value) => describeNumbers(value, ' %'))}`
    case 'failed':
      return `Failed answers: ${not}${all((value) => describeNumbers(value, ''))}`
    case 'tz':
      return `Time zone ${values.join(' ')}`
    case 'sort':
      return `Sorted by ${values.join(' ')}`
  }
  const known = switches.find((other) => other.name === plain)
  const choices: ReadonlyArray<{ value: string; words: string }> = known?.choices ?? []
  const words = values.map((value) => choices.find((choice) => choice.value === value)?.words)
  return words.every((text) => text !== undefined && text !== '')
    ? `${isNegated ? 'Not ' : ''}${words.map((text) => (isNegated ? lowerFirst(text ?? '') : text)).join(' or ')}`
    : `${known?.label ?? plain}: ${values.join(' ')}`
}

/** The parameters that are shown as chips: all filters but the search, which stands in its box. */
export function listChipNames(params: ListParams): readonly FilterName[] {
  return filterNames.filter((name) => name !== 'q' && params[name] !== undefined)
}

/** Orders of the list for a menu. */
export const sortChoices = [
  { value: defaultSort, label: 'Modified, newest first' },
  { value: 'modified', label: 'Modified, oldest first' },
  { value: '-completed', label: 'Completed, newest first' },
  { value: 'completed', label: 'Completed, oldest first' },
  { value: 'score', label: 'Score, lowest first' },
  { value: '-score', label: 'Score, highest first' },
  { value: '-failed', label: 'Failed answers, most first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
] as const
