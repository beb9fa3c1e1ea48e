import type { Translator } from '@/lib/messages/translator'
import { formatDate, type TimeStyle } from '@/lib/time/time-format'
import { type FacetName, type SortName, sortNames } from '@/lib/inspections/columns'
import type { FilterName, ListParams, ParamName } from '@/lib/inspections/schema'
import { filterNames } from '@/lib/inspections/params-model'
import { readOrder } from '@/components/ui/data-table/columns/sort-order'
import { isDayRange, readLast, readRange, timePresets } from '@/components/ui/dates/ranges'

/** Kinds of filters: each has one button and one panel. The search has its own box. */
export const filterKinds = ['template', 'site', 'result', 'review', 'media', 'date', 'author', 'more'] as const
export type FilterKind = (typeof filterKinds)[number]

/** Parameters that each kind sets. */
export const kindNames = {
  template: ['template', 'template!'],
  site: ['site', 'site!'],
  author: ['author', 'author!'],
  result: ['result', 'result!'],
  review: ['review', 'review!'],
  media: ['media'],
  date: ['modified', 'modified!', 'completedAt', 'completedAt!'],
  more: [
    'score',
    'score!',
    'failed',
    'failed!',
    'failedQuestion',
    'answeredQuestion',
    'asset',
    'completed',
    'archived',
    'problem',
    'missing',
  ],
} as const satisfies Readonly<Record<FilterKind, readonly FilterName[]>>

/** Kinds that always have a button; the others have one while they filter. */
export const promotedKinds = [
  'template',
  'site',
  'result',
  'review',
  'media',
  'date',
] as const satisfies readonly FilterKind[]

/** The kind whose panel sets this parameter; null for the search and for what no panel sets. */
export function findKind(name: ParamName): FilterKind | null {
  return filterKinds.find((kind) => (kindNames[kind] as readonly ParamName[]).includes(name)) ?? null
}

/** How many parameters of a kind are set. */
export function countKind(params: ListParams, kind: FilterKind): number {
  return kindNames[kind].filter((name) => params[name] !== undefined).length
}

/** `*`: any value. It has a text of its own. */
export const anyValue = '*'

/** Filters of a few fixed values. `option` is the text in their panel, `chip` the one in a chip; '' stands for no filter. */
export const switches = [
  {
    name: 'media',
    choices: [
      { value: '', option: 'switches.media.options.any', chip: null },
      { value: 'with', option: 'switches.media.options.with', chip: 'switches.media.chips.with' },
      { value: 'without', option: 'switches.media.options.without', chip: 'switches.media.chips.without' },
    ],
  },
  {
    name: 'completed',
    choices: [
      { value: '', option: 'switches.completed.options.any', chip: null },
      { value: 'true', option: 'switches.completed.options.yes', chip: 'switches.completed.chips.yes' },
      { value: 'false', option: 'switches.completed.options.no', chip: 'switches.completed.chips.no' },
    ],
  },
  {
    name: 'archived',
    choices: [
      { value: '', option: 'switches.archived.options.any', chip: null },
      { value: 'true', option: 'switches.archived.options.yes', chip: 'switches.archived.chips.yes' },
      { value: 'false', option: 'switches.archived.options.no', chip: 'switches.archived.chips.no' },
    ],
  },
  {
    name: 'review',
    choices: [
      { value: '', option: 'switches.review.options.any', chip: null },
      { value: 'unreviewed', option: 'switches.review.options.unreviewed', chip: 'switches.review.chips.unreviewed' },
      { value: 'reviewed', option: 'switches.review.options.reviewed', chip: 'switches.review.chips.reviewed' },
      { value: 'follow-up', option: 'switches.review.options.followUp', chip: 'switches.review.chips.followUp' },
      { value: 'changed', option: 'switches.review.options.changed', chip: 'switches.review.chips.changed' },
    ],
  },
  {
    name: 'problem',
    choices: [
      { value: '', option: 'switches.problem.options.any', chip: null },
      { value: 'unreadable', option: 'switches.problem.options.unreadable', chip: 'switches.problem.chips.unreadable' },
      { value: 'unusual', option: 'switches.problem.options.unusual', chip: 'switches.problem.chips.unusual' },
    ],
  },
  {
    name: 'missing',
    choices: [
      { value: '', option: 'switches.missing.options.hide', chip: null },
      { value: 'both', option: 'switches.missing.options.show', chip: 'switches.missing.chips.show' },
      { value: 'true', option: 'switches.missing.options.only', chip: 'switches.missing.chips.only' },
    ],
  },
] as const satisfies ReadonlyArray<{
  name: FilterName
  choices: ReadonlyArray<{ value: string; option: string; chip: string | null }>
}>

type FilterTexts = Translator<'filters'>

function describeNumbers(t: FilterTexts, text: string, unit: 'numbers' | 'percents'): string {
  const { from, to } = readRange(text)
  if (from === to) return t(`${unit}.exact`, { from })
  if (to === '') return t(`${unit}.atLeast`, { from })
  if (from === '') return t(`${unit}.atMost`, { to })
  return t(`${unit}.range`, { from, to })
}

function describeDay(day: string, style: TimeStyle): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : formatDate(at, 'UTC', style)
}

/** A time filter: `last 7 days`, `1 Nov 2026 – 20 Nov 2026`, `since 1 Nov 2026`, or as it was written. */
function describeTimes(t: FilterTexts, text: string, style: TimeStyle): string {
  const preset = timePresets.find(({ value }) => value === text)
  if (preset !== undefined) return t(`times.presets.${preset.name}`)
  const last = readLast(text)
  if (last !== null) return t(`times.last.${last.unit}`, { count: last.count })
  const range = readRange(text)
  if (!isDayRange(range) || (range.from === '' && range.to === '')) return text
  const from = describeDay(range.from, style)
  const to = describeDay(range.to, style)
  if (range.from === range.to) return from
  if (range.to === '') return t('times.since', { from })
  if (range.from === '') return t('times.until', { to })
  return t('times.range', { from, to })
}

/** "A", "A or B", "A, B or 2 more" */
function joinNames(t: FilterTexts, names: readonly string[]): string {
  const [first = '', second = ''] = names
  return t('alternatives', { count: names.length, first, second, more: names.length - 2 })
}

function describeFacet(
  t: FilterTexts,
  name: FacetName,
  isNegated: boolean,
  names: readonly string[],
  values: readonly string[],
): string {
  const write = (given: readonly string[]) =>
    t(isNegated ? 'isNot' : 'is', { name: t(`names.${name}`), values: joinNames(t, given) })
  if (!values.includes(anyValue)) return write(names)
  const any = t(isNegated ? `none.${name}` : `any.${name}`)
  const rest = names.filter((_, index) => values[index] !== anyValue)
  return rest.length === 0 || name === 'result' ? any : t('either', { first: any, second: write(rest) })
}

/** Names a value for a person: templates and questions have ids. */
export type NameOf = (facet: FacetName | 'failedQuestion' | 'answeredQuestion' | 'asset', value: string) => string

/** A filter for a person: `Site: not Cork`, `Modified: last 7 days`, `Score: 50–90%`. Invalid values are shown as they are. */
export function describeFilter(
  t: FilterTexts,
  name: ParamName,
  values: readonly string[],
  nameOf: NameOf,
  style: TimeStyle,
): string {
  const isNegated = name.endsWith('!')
  const plain = isNegated ? name.slice(0, -1) : name
  const write = (label: string, texts: readonly string[]) =>
    t(isNegated ? 'isNot' : 'is', { name: label, values: joinNames(t, texts) })
  const times = () => values.map((value) => describeTimes(t, value, style))
  switch (plain) {
    case 'sort':
      return t('is', { name: t('names.sort'), values: values.map((value) => describeSortParam(t, value)).join(' ') })
    case 'q':
    case 'tz':
      return t('is', { name: t(`names.${plain}`), values: values.join(' ') })
    case 'template':
    case 'site':
    case 'author':
    case 'result':
      return describeFacet(
        t,
        plain,
        isNegated,
        values.map((value) => nameOf(plain, value)),
        values,
      )
    case 'failedQuestion':
    case 'answeredQuestion':
    case 'asset':
      return write(
        t(`names.${plain}`),
        // An asset is also found by its code, which is its name.
        [...new Set(values.map((value) => nameOf(plain, value)))],
      )
    case 'modified':
      return write(t('names.modified'), times())
    case 'completedAt':
      if (values.includes(anyValue)) return t(isNegated ? 'none.completed' : 'any.completed')
      return write(t('names.completed'), times())
    case 'score':
      if (values.includes(anyValue)) return t(isNegated ? 'none.score' : 'any.score')
      return write(
        t('names.score'),
        values.map((value) => describeNumbers(t, value, 'percents')),
      )
    case 'failed':
      if (values.includes(anyValue)) return t(isNegated ? 'none.failed' : 'any.failed')
      return write(
        t('names.failed'),
        values.map((value) => describeNumbers(t, value, 'numbers')),
      )
  }
  return describeSwitch(t, plain, isNegated, values)
}

function describeSwitch(t: FilterTexts, plain: string, isNegated: boolean, values: readonly string[]): string {
  const known = switches.find(({ name }) => name === plain)
  if (known === undefined) return t('is', { name: plain, values: values.join(' ') })
  const choices: ReadonlyArray<(typeof switches)[number]['choices'][number]> = known.choices
  const texts = values.flatMap((value) => {
    const chip = choices.find((choice) => choice.value === value)?.chip ?? null
    return chip === null ? [] : [t(chip)]
  })
  const label = t(`switches.${known.name}.label`)
  if (texts.length < values.length) return t('is', { name: label, values: values.join(' ') })
  return isNegated ? t('isNot', { name: label, values: joinNames(t, texts) }) : joinNames(t, texts)
}

/** The parameters that have chips: all filters except the search, which has its own box. */
export function listChipNames(params: ListParams): readonly FilterName[] {
  return filterNames.filter((name) => name !== 'q' && params[name] !== undefined)
}

/** Orders of the list for a menu: the ways to sort that people need most. */
export const sortChoices = [
  '-modified',
  'modified',
  '-completed',
  'completed',
  'score',
  '-score',
  '-failed',
  'title',
  '-title',
  'template',
  'site',
  'author',
  'result',
  'review',
] as const satisfies ReadonlyArray<SortName | `-${SortName}`>

/** An order as people read it: "Score, highest first". */
export function describeOrder(t: FilterTexts, name: SortName, isDescending: boolean): string {
  return t(`orders.${name}.${isDescending ? 'descending' : 'ascending'}`)
}

/** The order of a `sort=` parameter as people read it, or the parameter when it is not valid. */
export function describeSortParam(t: FilterTexts, sort: string): string {
  const order = readOrder(sort)
  const name = sortNames.find((known) => known === order.name)
  return name === undefined ? sort : describeOrder(t, name, order.isDescending)
}
