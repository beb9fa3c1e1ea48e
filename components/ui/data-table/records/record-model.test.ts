import { describe, expect, it } from 'vitest'
import {
  countKeys,
  filterRecords,
  groupRecords,
  listFolded,
  noneKey,
  readKey,
  readRecordQuery,
  sortRecords,
  wordFacet,
} from './record-model'
import type { RecordColumn } from './record-types'

interface Row {
  name: string
  kind: string | null
  count: number | null
  at: string | null
}
const row = (name: string, kind: string | null, count: number | null, at: string | null = null): Row => ({
  name,
  kind,
  count,
  at,
})
const rows = [
  row('Site 10', 'group', 3, '2026-01-02T00:00:00+01:00'),
  row('Änne', null, null),
  row('site 9', 'user', 12, '2026-01-01T23:30:00Z'),
  row('Zed', 'group', 0, '2025-01-01T00:00:00Z'),
]
const columns: ReadonlyArray<RecordColumn<Row>> = [
  { id: 'name', label: 'Name', widthPx: 100, isSearched: true, value: ({ name }) => name },
  {
    id: 'kind',
    label: 'Kind',
    widthPx: 100,
    value: ({ kind }) => kind,
    facet: { noun: 'kind', nameOf: (key) => key.toUpperCase() },
  },
  { id: 'count', label: 'Count', widthPx: 100, kind: 'number', value: ({ count }) => count },
  { id: 'at', label: 'At', widthPx: 100, kind: 'time', value: ({ at }) => (at === null ? null : { time: at }) },
]
const [, kind] = columns
const names = (list: readonly Row[]) => list.map(({ name }) => name)
const nothing = { words: '', chosen: {} }

describe('a list in the browser', () => {
  it('finds rows by every word, in any case and without accents, and by the chosen values of each column', () => {
    expect(names(filterRecords(rows, columns, { words: 'anne', chosen: {} }))).toEqual(['Änne'])
    expect(names(filterRecords(rows, columns, { words: ' 9 SITE', chosen: {} }))).toEqual(['site 9'])
    expect(names(filterRecords(rows, columns, { words: 'group', chosen: {} }))).toEqual([])
    expect(names(filterRecords(rows, columns, { words: '', chosen: { kind: ['user', noneKey] } }))).toEqual([
      'Änne',
      'site 9',
    ])
  })

  it('reads its filter from the query of an address, as saved views contain it', () => {
    const query = readRecordQuery(columns, 'q=site&kind=group&kind=user&name=x&sort=-count&columns=name')
    expect(query).toEqual({ words: 'site', chosen: { kind: ['group', 'user'] } })
    expect(names(filterRecords(rows, columns, query))).toEqual(['Site 10', 'site 9'])
    expect(names(filterRecords(rows, columns, readRecordQuery(columns, '')))).toHaveLength(rows.length)
  })

  it('has words of the API in its address in every language, and still reads addresses with their names', () => {
    const states = ['waiting', 'done'] as const
    const inLanguage = (texts: Record<(typeof states)[number], string>): RecordColumn<(typeof states)[number]> => ({
      id: 'state',
      label: 'State',
      widthPx: 100,
      value: (state) => texts[state],
      facet: wordFacet(
        'state',
        states,
        (state) => state,
        (state) => texts[state],
      ),
    })
    const english = inLanguage({ waiting: 'Waiting', done: 'Done' })
    const german = inLanguage({ waiting: 'Wartet', done: 'Fertig' })
    expect(states.map((state) => readKey(german, state))).toEqual(states.map((state) => readKey(english, state)))
    expect([english.facet?.nameOf?.('done'), german.facet?.nameOf?.('done'), german.facet?.nameOf?.('x')]).toEqual([
      'Done',
      'Fertig',
      'x',
    ])
    expect(readRecordQuery([english], 'state=Waiting&state=done').chosen).toEqual({ state: ['waiting', 'done'] })
    expect(readRecordQuery([german], 'state=Fertig&state=other').chosen).toEqual({ state: ['done', 'other'] })
  })

  it('counts the values of a column after all other filters, and also lists chosen values that no row has', () => {
    if (kind === undefined) throw new Error('a column')
    expect(countKeys(rows, columns, kind, { words: 'site', chosen: { kind: ['bot'] } })).toEqual(
      new Map([
        ['bot', 0],
        ['group', 1],
        ['user', 1],
      ]),
    )
  })

  it.each([
    ['name', false, ['Änne', 'site 9', 'Site 10', 'Zed']],
    ['name', true, ['Zed', 'Site 10', 'site 9', 'Änne']],
    ['count', false, ['Zed', 'Site 10', 'site 9', 'Änne']],
    ['count', true, ['site 9', 'Site 10', 'Zed', 'Änne']],
    // 23:30 UTC is later than midnight in a zone one hour ahead of UTC.
    ['at', true, ['site 9', 'Site 10', 'Zed', 'Änne']],
    ['unknown', false, ['Site 10', 'Änne', 'site 9', 'Zed']],
  ])('sorts by %s (descending: %s), and puts rows without a value last', (name, isDescending, sorted) => {
    expect(names(sortRecords(rows, columns, { name, isDescending }, 'en'))).toEqual(sorted)
  })

  it('sorts groups by name, counts their rows, puts rows without a value last, and omits rows of closed groups', () => {
    if (kind === undefined) throw new Error('a column')
    const groups = groupRecords(filterRecords(rows, columns, nothing), kind, {
      closed: new Set(['group']),
      nameOf: (key) => (key === noneKey ? 'None' : key),
      language: 'en',
    })
    expect(groups.map((place) => place.head ?? place.row.name)).toEqual([
      { id: 'group', label: 'group', count: 2, isOpen: false },
      { id: 'user', label: 'user', count: 1, isOpen: true },
      'site 9',
      { id: noneKey, label: 'None', count: 1, isOpen: true },
      'Änne',
    ])
  })

  it('sorts groups of words in the order of the words, and other groups after them by name', () => {
    const ages: RecordColumn<string | null> = {
      id: 'age',
      label: 'Age',
      widthPx: 100,
      value: (age) => age,
      facet: { noun: 'age', keys: ['week', 'month', 'older'] },
    }
    const groups = groupRecords(['older', 'zebra', null, 'month', 'ape', 'week'], ages, {
      closed: new Set(),
      nameOf: (key) => key,
      language: 'en',
    })
    expect(groups.flatMap(({ head }) => head?.id ?? [])).toEqual(['week', 'month', 'older', 'ape', 'zebra', noneKey])
  })
})

const shown = (...ids: string[]) => ids.map((id) => ({ id, widthPx: 100 }))

it('the second line of a narrow list has the shown columns that are hidden there, in their order', () => {
  const folding = columns.map((column) => (column.id === 'name' ? column : { ...column, isFolded: true }))
  expect(listFolded(folding, shown('name', 'at', 'kind'))).toEqual(['at', 'kind'])
  expect(
    listFolded(folding, [
      { id: 'name', widthPx: 100 },
      { id: 'kind', widthPx: 100, isPinned: true },
    ]),
  ).toEqual([])
  expect(listFolded(columns, shown('name', 'kind'))).toEqual([])
})
