import type { Random } from '@/lib/standin/random'
import type { DatasetFacts } from '../search/dataset-load'
import type { Check } from '../search/search-measure'
import { any, counted, createDraws, full, listPath, type Words } from '../search/search-shapes'
import { listedFields, wordsTable } from './directus'

/**
 * A request that both sides can serve, each time with other parameters. Several addresses of one request are sent at
 * once.
 */
export interface Match {
  name: string
  /** Directus / ours is at least this, by the number of clients. */
  goals: Readonly<Partial<Record<number, number>>>
  ours: (random: Random) => readonly string[]
  theirs: (random: Random) => readonly string[]
  checkOurs: Check
  checkTheirs: Check
}

type Filter = Readonly<Record<string, unknown>>

function itemsPath(table: string, filters: readonly Filter[], words: Readonly<Record<string, string>>): string {
  const filter = filters.length === 0 ? {} : { filter: JSON.stringify({ _and: filters }) }
  return `/items/${table}?${new URLSearchParams({ ...words, ...filter }).toString()}`
}

const page = { limit: '50', sort: '-modified_at,-audit_id', fields: listedFields.join(',') }
const listOf = (table: string, ...filters: Filter[]) => [itemsPath(table, filters, page)]

/** Directus counts the values of only one column per request, so four requests are sent at once. */
const facetsOf = (table: string, ...filters: Filter[]) =>
  ['template_id', 'site_name', 'author_name', 'result'].map((column) =>
    itemsPath(table, filters, { 'groupBy[]': column, 'aggregate[count]': '*' }),
  )

const contains = (word: string): Filter => ({ words: { _contains: word } })
const within = (range: string): Filter => ({ modified_at: { _between: range.split('..') } })

const answered =
  (rowsMin: number): Check =>
  (status, body) => {
    if (status !== 200) return `status ${status}: ${body.slice(0, 200)}`
    const { data } = JSON.parse(body) as { data: unknown[] }
    return data.length >= rowsMin ? null : `${data.length} rows`
  }

const rowsOf = (words: Words) => [listPath({ ...words, limit: 50, include: ['rows'] })]
const countsOf = (words: Words) => [listPath({ ...words, include: ['facets'] })]

/** The list, the search and the facets, as far as both sides can serve them. Facets count 50,000 rows of 1,000,000. */
export function makeMatches(facts: DatasetFacts): Match[] {
  const draws = createDraws(facts)
  const drawListed = (random: Random) => ({
    template: draws.template(random),
    range: draws.range(random, random.integer(14, 120)),
  })
  const list = { checkOurs: any, checkTheirs: answered(0) }
  const facets = { checkOurs: counted, checkTheirs: answered(1) }
  return [
    {
      name: 'newest page of 50',
      goals: { 8: 3 },
      ours: () => rowsOf({}),
      theirs: () => listOf('inspections'),
      checkOurs: full,
      checkTheirs: answered(50),
    },
    {
      name: 'a handler that only reads the newest 50',
      goals: {},
      ours: () => ['/api/bench/rows'],
      theirs: () => listOf('inspections'),
      checkOurs: answered(50),
      checkTheirs: answered(50),
    },
    {
      name: 'template and date range',
      goals: { 1: 3, 8: 3 },
      ours: (random) => {
        const { template, range } = drawListed(random)
        return rowsOf({ template, modified: range })
      },
      theirs: (random) => {
        const { template, range } = drawListed(random)
        return listOf('inspections', { template_id: { _eq: template } }, within(range))
      },
      ...list,
    },
    {
      name: 'two words, newest first',
      goals: { 1: 8, 8: 8 },
      ours: (random) => rowsOf({ q: draws.twoWords(random).join(' ') }),
      theirs: (random) => listOf(wordsTable, ...draws.twoWords(random).map(contains)),
      ...list,
    },
    {
      name: 'rare word',
      goals: {},
      ours: (random) => rowsOf({ q: draws.rareWord(random) }),
      theirs: (random) => listOf(wordsTable, contains(draws.rareWord(random))),
      ...list,
    },
    {
      name: 'facets of a date range',
      goals: { 1: 3 },
      ours: (random) => countsOf({ modified: draws.range(random, draws.daysOf50k) }),
      theirs: (random) => facetsOf('inspections', within(draws.range(random, draws.daysOf50k))),
      ...facets,
    },
    {
      name: 'facets of a word',
      goals: { 1: 3 },
      // There are few words of that frequency. Excluding a site makes each request different.
      ours: (random) => countsOf({ q: draws.frequentWord(random), 'site!': draws.site(random) }),
      theirs: (random) => {
        const word = contains(draws.frequentWord(random))
        return facetsOf(wordsTable, word, { site_name: { _neq: draws.site(random) } })
      },
      ...facets,
    },
  ]
}
