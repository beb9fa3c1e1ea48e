import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterNames } from '@/lib/inspections/params-model'
import '@/lib/testing/random-runs'
import {
  allKey,
  arrangeViews,
  canonicalQuery,
  findActiveView,
  mayEditView,
  nameKey,
  numberName,
  readViewParams,
  writeViewsFile,
} from './model'
import { readViewsFile } from './file-model'
import type { SavedView } from './schema'
import { nameLengthMax } from './values-model'

const view = (viewId: string, more: Partial<SavedView> = {}): SavedView => ({
  viewId,
  list: 'inspections',
  name: viewId,
  query: '',
  isShared: false,
  sharedWith: [],
  isMine: true,
  mayEdit: true,
  ownerName: 'Ada',
  revision: 1,
  ...more,
})

const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.isWellFormed())
const name = fc.oneof(fc.constantFrom(...filterNames, 'sort', 'tz', 'rows', 'later', 'x=y'), value)
const pairs = fc.array(fc.tuple(name, value), { maxLength: 12 })
const write = (list: ReadonlyArray<readonly [string, string]>) =>
  new URLSearchParams(list.map(([left, right]) => [left, right])).toString()

const isFilter = (text: string) => filterNames.some((filter) => filter === text)
const told = (query: string) => [...new URLSearchParams(query)].map((pair) => JSON.stringify(pair)).toSorted()

describe('the canonical query', () => {
  it('is the same whatever the order of parameters and of a filter’s values', () => {
    fc.assert(
      fc.property(pairs, fc.nat(12), fc.boolean(), (list, turn, back) => {
        // If a name is not a filter, the order of its values matters. So only the names, and the values of filters, are
        // shuffled.
        const byName = new Map<string, Array<readonly [string, string]>>()
        for (const pair of list) byName.set(pair[0], [...(byName.get(pair[0]) ?? []), pair])
        const rotated = [...byName.keys()].slice(turn % (byName.size + 1))
        const all = [...rotated, ...[...byName.keys()].filter((text) => !rotated.includes(text))]
        const names = back ? all.toReversed() : all
        const shuffled = names.flatMap((text) => {
          const values = byName.get(text) ?? []
          return isFilter(text) ? values.toReversed() : values
        })
        expect(canonicalQuery(write(shuffled))).toBe(canonicalQuery(write(list)))
      }),
    )
  })

  it('has the same parameters as its source, keeps unknown ones and every character, and is stable', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const canonical = canonicalQuery(write(list))
        expect(canonicalQuery(canonical)).toBe(canonical)
        const meant = list.filter(
          ([left, right]) => !['row', 'view'].includes(left) && !(left === 'sort' && right === '-modified'),
        )
        for (const text of told(canonical)) expect(meant.map((pair) => JSON.stringify(pair))).toContain(text)
        for (const pair of meant) expect(told(canonical)).toContain(JSON.stringify(pair))
      }),
    )
  })

  it('is readable, and omits the position in the list, empty values and defaults', () => {
    expect(
      canonicalQuery('?row=audit_1&view=abc&sort=-modified&q=fork+lift&site!=K%C3%B6ln&completedAt=now-7d/d..now&q='),
    ).toBe('q=fork+lift&site!=Köln&completedAt=now-7d/d..now')
    expect(canonicalQuery('columns=title,template,site,author,score,failed,result,modified')).toBe('')
    expect(canonicalQuery('columns=title,site:240&rows=compact&later=1&sort=title')).toBe(
      'sort=title&columns=title,site:240&rows=compact&later=1',
    )
  })

  it('keeps the order of values that are not a set', () => {
    expect(canonicalQuery('sort=title&sort=score')).not.toBe(canonicalQuery('sort=score&sort=title'))
  })

  it('is read back as only the parameters of a list', () => {
    expect(readViewParams('result=failed&template=a&template=b&columns=title&later=1&tz=UTC&q=')).toEqual({
      result: ['failed'],
      template: ['a', 'b'],
      tz: ['UTC'],
    })
  })
})

describe('the bar', () => {
  it('keeps the person’s order, puts new views last with own before shared views, and skips deleted views', () => {
    const { shown } = arrangeViews([view('b', { isMine: false, isShared: true }), view('a'), view('c')], {
      ordered: ['c', 'gone', allKey],
      hidden: [],
    })
    expect(shown.map(({ key }) => key)).toEqual(['c', 'all', 'failed-week', 'unreviewed', 'in-progress', 'a', 'b'])
  })

  it("can hide built-in views and views of others, but not the view of all inspections or the person's own views", () => {
    const { shown, hidden } = arrangeViews([view('mine'), view('theirs', { isMine: false, isShared: true })], {
      ordered: [],
      hidden: ['mine', 'theirs', 'all', 'failed-week'],
    })
    expect(shown.map(({ key }) => key)).toEqual(['all', 'unreviewed', 'in-progress', 'mine'])
    expect(hidden.map(({ key }) => key)).toEqual(['failed-week', 'theirs'])
  })

  it('activates the view that the address names, or a view with the same query', () => {
    const { shown } = arrangeViews([view('a', { query: 'q=fork' })], { ordered: [], hidden: [] })
    expect(findActiveView(shown, 'a', 'q=other')?.key).toBe('a')
    expect(findActiveView(shown, 'gone', 'q=fork')?.key).toBe('a')
    expect(findActiveView(shown, null, '')?.key).toBe('all')
    expect(findActiveView(shown, null, canonicalQuery('completedAt=now-7d/d..now&result=failed'))?.key).toBe(
      'failed-week',
    )
    expect(findActiveView(shown, null, 'q=else')).toBeNull()
    // Other columns still match a built-in view, but not a person's own view, which includes its columns.
    expect(findActiveView(shown, null, 'columns=title&rows=compact')?.key).toBe('all')
    expect(findActiveView(shown, null, 'q=fork&columns=title')).toBeNull()
  })
})

describe('names', () => {
  it('get a free number and stay within the maximum length', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), fc.boolean(), (names, same) => {
        const taken = new Set<string>()
        for (const each of names) {
          const given = (same ? 'x'.repeat(nameLengthMax) : each).slice(0, nameLengthMax)
          const free = numberName(given, taken)
          expect(free.length).toBeLessThanOrEqual(nameLengthMax)
          expect(taken.has(nameKey(free))).toBe(false)
          taken.add(nameKey(free))
        }
      }),
    )
    expect(numberName('Leeds', new Set(['leeds', 'leeds 2']))).toBe('Leeds 3')
    expect(numberName('Leeds 2', new Set(['leeds', 'leeds 2']))).toBe('Leeds 3')
  })
})

describe('a file of views', () => {
  it('can be read back after it was written', () => {
    const views = [{ name: 'Leeds', query: 'site=Leeds&later=1' }]
    expect(readViewsFile(writeViewsFile(views))).toEqual({ file: { format: 'sightline-views', version: 1, views } })
  })

  it('of another list contains the name of that list, and is refused for this list', () => {
    const views = [{ name: 'Trucks', query: 'type=Truck' }]
    const text = writeViewsFile(views, 'assets')
    expect(readViewsFile(text, 'assets')).toEqual({
      file: { format: 'sightline-views', version: 2, list: 'assets', views },
    })
    expect(readViewsFile(text, 'users')).toEqual({ problem: { kind: 'otherList', list: 'assets' } })
    expect(readViewsFile(writeViewsFile(views), 'assets')).toEqual({
      problem: { kind: 'otherList', list: 'inspections' },
    })
  })

  it.each([
    ['', { kind: 'empty' }],
    ['{', { kind: 'notJson' }],
    ['[]', { kind: 'notViews' }],
    ['{"a":1}', { kind: 'notViews' }],
    ['{"format":"sightline-views","version":3,"views":[]}', { kind: 'part', part: 'version', reason: 'version' }],
    ['{"format":"sightline-views","version":1,"views":[]}', { kind: 'part', part: 'views', reason: 'empty' }],
    [
      '{"format":"sightline-views","version":1,"views":[{"name":"a","query":""},{"name":" ","query":""}]}',
      { kind: 'view', number: 2, field: 'name', reason: 'empty' },
    ],
    ['{"format":"sightline-views","version":1,"views":[{"name":"a"}]}', { kind: 'view', number: 1, field: 'query' }],
  ])('is refused with the reason for %s', (text, problem) => {
    expect(readViewsFile(text)).toMatchObject({ problem })
  })
})

const mine = (isShared: boolean) => ({ isMine: true, isShared })

it('a token that may not share views cannot change shared views', { tags: ['S36'] }, () => {
  const token = { role: 'editor', tokenId: 't' } as const
  expect(mayEditView(mine(false), { ...token, permissions: ['inspections:read'] })).toBe(true)
  expect(mayEditView(mine(true), { ...token, permissions: ['inspections:read'] })).toBe(false)
  expect(mayEditView(mine(true), { ...token, permissions: ['views:write'] })).toBe(true)
  expect(mayEditView(mine(true), { role: 'viewer' })).toBe(true)
})
