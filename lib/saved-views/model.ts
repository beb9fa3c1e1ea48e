import { type Grants, may } from '@/lib/access/permissions'
import { writeColumns, readColumns } from '@/lib/inspections/model'
import type { ListParams } from '@/lib/inspections/schema'
import { defaultSort, filterNames } from '@/lib/inspections/params-model'
import type { SavedView, ViewBar, ViewList, ViewsFile } from './schema'
import { nameLengthMax } from './values-model'

/** Whether somebody may share their views with everyone. */
export function mayShareViews(who: Grants): boolean {
  return may(who, 'views:write')
}

/**
 * Whether somebody may change a view: its owner may, and admins if everyone sees it. A token without the right to share
 * cannot change shared views of its owner.
 */
export function mayEditView(view: { isMine: boolean; isShared: boolean }, who: Grants): boolean {
  const isOwn = view.isMine && (!view.isShared || who.tokenId === undefined || mayShareViews(who))
  return isOwn || (view.isShared && may(who, 'system:write'))
}

/**
 * Parameters of an address that give the position in a list, not the list itself. `change` identifies a bulk change of
 * assets whose progress is shown, `set` an open response set, and `delivery` an open delivery, whose list is a `tab`.
 */
const placeNames = new Set(['row', 'view', 'change', 'set', 'delivery', 'tab'])
/** Parameters of every list that come after its filters. */
const lookNames: readonly string[] = ['sort', 'groupBy', 'tz', 'columns', 'rows']
const inspectionNames: readonly string[] = [...filterNames, 'sort', 'groupBy', 'tz', 'columns', 'rows']
const inspectionFilters: ReadonlySet<string> = new Set(filterNames)

const rankIn = (names: readonly string[], name: string) => {
  const place = names.indexOf(name)
  return place === -1 ? names.length : place
}

/**
 * The order in which the parameters of a list are written, and whether the order of a parameter's values is irrelevant.
 */
function readNames(list: ViewList) {
  // Parameters that the list of inspections does not know come last.
  if (list === 'inspections')
    return {
      rankOf: (name: string) => rankIn(inspectionNames, name),
      isSet: (name: string) => inspectionFilters.has(name),
    }
  // In other lists, all other parameters are filters.
  return {
    rankOf: (name: string) => (name === 'q' ? -2 : lookNames.includes(name) ? rankIn(lookNames, name) : -1),
    isSet: (name: string) => !lookNames.includes(name),
  }
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Escapes only characters that would end or change the query, so that an address stays readable. */
function escape(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      .replaceAll(/[%+&#"<>`\\\u0000-\u001f\u007f-\u00a0\u2028\u2029]/g, encodeURIComponent)
      .replaceAll("'", '%27')
      .replaceAll(' ', '+')
  )
}

/**
 * The query of an address in the form in which views store and compare it. Known names come first in a fixed order,
 * then unknown names alphabetically. Values of filters are sorted and unique. Defaults, empty values and the position
 * in the list are left out. Only the list of inspections writes its defaults into addresses.
 */
export function canonicalQuery(given: string | URLSearchParams, list: ViewList = 'inspections'): string {
  const search = typeof given === 'string' ? new URLSearchParams(given) : given
  const values = new Map<string, string[]>()
  for (const [name, value] of search)
    if (value !== '' && !placeNames.has(name)) values.set(name, [...(values.get(name) ?? []), value])
  if (list === 'inspections') {
    const columns = values.get('columns')?.[0]
    if (columns !== undefined && writeColumns(readColumns(columns)) === null) values.delete('columns')
    const sort = values.get('sort')
    if (sort?.length === 1 && sort[0] === defaultSort) values.delete('sort')
  }
  const { rankOf, isSet } = readNames(list)
  return [...values]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b) || compareText(a, b))
    .flatMap(([name, written]) =>
      (isSet(name) ? [...new Set(written)].toSorted(compareText) : written).map(
        (value) => `${escape(name).replaceAll('=', '%3D')}=${escape(value)}`,
      ),
    )
    .join('&')
}

/** The list parameters in a query; other names are left out. */
export function readViewParams(query: string): ListParams {
  const search = new URLSearchParams(query)
  const given = [...filterNames, 'sort', 'tz'].flatMap((name) => {
    const list = search.getAll(name).filter((value) => value !== '')
    return list.length === 0 ? [] : [[name, list] as const]
  })
  return Object.fromEntries(given)
}

/** The canonical query for the parameters of a list. `readViewParams` reads it back. */
export function writeViewParams(params: ListParams): string {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(params)) for (const value of values) search.append(name, value)
  return canonicalQuery(search)
}

/** A tab of the bar: a stored or built-in view. */
export interface BarView {
  key: string
  name: string
  query: string
  /** Null for a built-in view, which nobody can change. */
  stored: SavedView | null
}

export const allKey = 'all'

export type StartKey = typeof allKey | 'failed-week' | 'unreviewed' | 'in-progress'

type StartView = BarView & { key: StartKey }

const allView: StartView = { key: allKey, name: 'All', query: '', stored: null }

const inspectionStart: readonly StartView[] = [
  allView,
  {
    key: 'failed-week',
    name: 'Failed this week',
    query: canonicalQuery('result=failed&completedAt=now-7d/d..now'),
    stored: null,
  },
  {
    key: 'unreviewed',
    name: 'Unreviewed',
    query: canonicalQuery('review=unreviewed&review=changed&completed=true&archived=false'),
    stored: null,
  },
  { key: 'in-progress', name: 'In progress', query: canonicalQuery('result=in-progress&archived=false'), stored: null },
]

/** The views that a list has before anybody has saved one. */
const startViewsOf = (list: ViewList): readonly StartView[] => (list === 'inspections' ? inspectionStart : [allView])

/** Names that no stored view of a list may have, so that no two tabs look the same. */
export const startNameKeys = (list: ViewList): readonly string[] => startViewsOf(list).map(({ name }) => nameKey(name))

/** The key if it belongs to a built-in view of inspections, or undefined. */
export const findStartKey = (key: string): StartKey | undefined => inspectionStart.find((view) => view.key === key)?.key

/** The built-in view with a key, or undefined. */
export function findStartView(key: string, list: ViewList = 'inspections'): BarView | undefined {
  return startViewsOf(list).find((view) => view.key === key)
}

/**
 * The views of a person's bar, in their order. Views without a place come last, the person's own before shared ones.
 * `nameStart` returns the names of built-in views in the person's language. Without it, the names are in English.
 */
export function arrangeViews(
  views: readonly SavedView[],
  bar: ViewBar,
  nameStart?: (key: StartKey) => string,
  list: ViewList = 'inspections',
): { shown: BarView[]; hidden: BarView[] } {
  const all: BarView[] = [
    ...startViewsOf(list).map(({ key, name, query, stored }) => ({
      key,
      name: nameStart?.(key) ?? name,
      query,
      stored,
    })),
    ...views
      .toSorted((a, b) => Number(b.isMine) - Number(a.isMine))
      .map((view) => ({ key: view.viewId, name: view.name, query: view.query, stored: view })),
  ]
  const place = new Map(bar.ordered.map((key, index) => [key, index]))
  const sorted = all
    .map((view, index) => ({ view, at: place.get(view.key) ?? bar.ordered.length + index }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ view }) => view)
  // A person's own view is deleted instead of hidden. The view of all rows stays, because it leads out of every filter.
  const hides = (view: BarView) => bar.hidden.includes(view.key) && view.key !== allKey && view.stored?.isMine !== true
  return { shown: sorted.filter((view) => !hides(view)), hidden: sorted.filter(hides) }
}

const displayParams = ['columns', 'rows'] as const

/**
 * The part of a query that a view determines. Built-in views determine only the rows, so other columns are not a change
 * of them.
 * @param query a canonical query
 */
export function seenByView(view: Pick<BarView, 'stored'>, query: string, list: ViewList = 'inspections'): string {
  if (view.stored !== null) return query
  const search = new URLSearchParams(query)
  for (const name of displayParams) search.delete(name)
  return canonicalQuery(search, list)
}

/**
 * The view that an address shows: the view that it names, or else a view with the same query.
 * @param query a canonical query
 */
export function findActiveView(
  views: readonly BarView[],
  named: string | null,
  query: string,
  list: ViewList = 'inspections',
): BarView | null {
  return (
    views.find(({ key }) => key === named) ?? views.find((view) => view.query === seenByView(view, query, list)) ?? null
  )
}

/** A name in the form in which names are compared: regardless of case, width and the encoding of accents. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** Returns `name`, or `name 2`, `name 3` … if it is taken. The result is never longer than allowed. */
export function numberName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(nameKey(name))) return name
  const bare = name.replace(/ \d{1,2}$/, '')
  for (let number = 2; ; number += 1) {
    const tail = ` ${number}`
    const cut = bare
      .slice(0, nameLengthMax - tail.length)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trimEnd()
    if (!taken.has(nameKey(cut + tail))) return cut + tail
  }
}

/** The text of a file of views. */
export function writeViewsFile(
  views: ReadonlyArray<{ name: string; query: string }>,
  list: ViewList = 'inspections',
): string {
  const file: ViewsFile = {
    format: 'sightline-views',
    // The previous release refuses version 2. Otherwise it would add the views to those of inspections.
    ...(list === 'inspections' ? { version: 1 } : { version: 2, list }),
    views: views.map(({ name, query }) => ({ name, query })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
