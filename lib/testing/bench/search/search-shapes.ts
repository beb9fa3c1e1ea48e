import * as z from 'zod'
import type { SortName } from '@/lib/inspections/columns'
import type { Random } from '@/lib/standin/random'
import { datasetDays, datasetEndMs, datasetStartMs } from './dataset'
import type { DatasetFacts } from './dataset-load'
import type { Check } from './search-measure'

/** A kind of request, each time with other parameters. */
export interface Shape {
  name: string
  /** p95 of the handler with one client and with eight, ms. Null: measured without a promise. */
  targetMs: number | null
  path: (random: Random) => string
  check: Check
}

export interface Findings {
  facts: DatasetFacts
  /** Ids that exist. */
  auditIds: readonly string[]
  /** Addresses of pages 200 and deeper. */
  deepPaths: readonly string[]
  /** Addresses of pages at random positions in lists sorted by names and results, by the name of the sort order. */
  sortedPaths: Readonly<Record<SharedSort, readonly string[]>>
}

/** Sort orders in which many rows have the same value. */
export const sharedSorts = ['template', 'site', 'author', 'result'] as const satisfies readonly SortName[]
export type SharedSort = (typeof sharedSorts)[number]

const dayMs = 86_400_000
const path = '/api/inspections'

const answer = z.looseObject({
  rows: z.array(z.unknown()),
  total: z.number().nullable(),
  facets: z.record(z.string(), z.looseObject({ values: z.array(z.unknown()) })).nullable(),
})

function check(status: number, body: string, isRight: (read: z.infer<typeof answer>) => boolean): string | null {
  if (status !== 200) return `status ${status}: ${body.slice(0, 200)}`
  const read = answer.safeParse(JSON.parse(body))
  if (!read.success) return 'an answer of another shape'
  return isRight(read.data) ? null : `an unlikely answer: ${read.data.rows.length} rows of ${read.data.total}`
}

export const full: Check = (status, body) => check(status, body, ({ rows }) => rows.length === 50)
export const some: Check = (status, body) => check(status, body, ({ rows }) => rows.length > 0)
export const any: Check = (status, body) => check(status, body, () => true)
export const counted: Check = (status, body) =>
  check(status, body, ({ facets, total }) => (facets?.['template']?.values.length ?? 0) > 0 && (total ?? 1) > 0)

export type Words = Record<string, string | number | readonly string[]>

/** An address of the list. */
export function listPath(words: Words): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(words))
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [String(value)]) query.append(name, one)
  return `${path}?${query.toString()}`
}

const page = { limit: 50, include: ['rows'] }
const shownPage = { limit: 50, include: ['rows', 'total'] }

function drawRange(random: Random, days: number): string {
  const from = datasetStartMs + random.next() * (datasetEndMs - datasetStartMs - days * dayMs)
  return `${new Date(from).toISOString()}..${new Date(from + days * dayMs).toISOString()}`
}

/** Part of an id, long enough to be recognized: what people copy from a message. Letters alone would be read as a word. */
function cutId(random: Random, ids: readonly string[]): string {
  for (;;) {
    const from = random.integer('audit_'.length, 24)
    const part = random.pick(ids).slice(from, from + random.integer(6, 12))
    if (/\d/.test(part) && part.length >= 6) return part
  }
}

/** A shape as promised, and the same shape with the total number of matches, as the page requests it. */
const withAndWithoutTotal = (
  name: string,
  targetMs: number,
  draw: (random: Random) => Words,
  checkRows: Check,
): Shape[] => [
  { name, targetMs, path: (random) => listPath({ ...draw(random), ...page }), check: checkRows },
  {
    name: `… with its total`,
    targetMs: null,
    path: (random) => listPath({ ...draw(random), ...shownPage }),
    check: checkRows,
  },
]

/** Draws parameters that fit a data set. */
export function createDraws({ words, templates, sites, rows }: DatasetFacts) {
  const [common, medium, rare] = [words.common, words.medium, words.rare].map((rank) => rank.map(({ word }) => word))
  const wordsOf50k = words.common.filter(({ count }) => count > rows * 0.03 && count < rows * 0.07)
  const kinds = [
    [common, common],
    [common, medium],
    [medium, medium],
  ]
  return {
    twoWords: (random: Random) => random.pick(kinds).map((kind = []) => random.pick(kind)),
    rareWord: (random: Random) => random.pick(rare ?? []),
    /** A word in 50,000 of 1,000,000 rows. */
    frequentWord: (random: Random) => random.pick(wordsOf50k).word,
    template: (random: Random) => random.pick(templates).id,
    site: (random: Random) => random.pick(sites),
    range: drawRange,
    // Two weeks to four months of 1,000,000 rows. With fewer rows it is longer, so that as many rows match.
    daysOfTemplate: (random: Random) => Math.min(datasetDays, random.integer(14, 120) * (1_000_000 / rows)),
    daysOf50k: (Math.min(50_000, rows / 4) / rows) * ((datasetEndMs - datasetStartMs) / dayMs),
  }
}

/** All promised shapes, and the requests of the page, which include the total. */
export function makeShapes({ facts, auditIds, deepPaths, sortedPaths }: Findings): Shape[] {
  const { rows } = facts
  const draws = createDraws(facts)

  return [
    ...withAndWithoutTotal('newest page of 50', 15, () => ({}), full),
    { name: '… with total and facets', targetMs: null, path: () => listPath({ limit: 50 }), check: full },
    { name: 'page 200 deep by cursor', targetMs: 15, path: (random) => random.pick(deepPaths), check: full },
    ...sharedSorts.flatMap((sort): Shape[] => [
      {
        name: `sorted by ${sort}`,
        targetMs: 50,
        path: (random) => listPath({ sort: random.pick([sort, `-${sort}`]), ...page }),
        check: full,
      },
      {
        name: `sorted by ${sort}, any page by cursor`,
        targetMs: 50,
        path: (random) => random.pick(sortedPaths[sort]),
        check: some,
      },
      {
        name: `sorted by ${sort}, jump to any row`,
        targetMs: 300,
        path: (random) => listPath({ sort, offset: random.integer(0, rows - 50), ...shownPage }),
        check: full,
      },
    ]),
    ...withAndWithoutTotal(
      'template + date range',
      25,
      (random) => ({ template: draws.template(random), modified: draws.range(random, draws.daysOfTemplate(random)) }),
      some,
    ),
    ...withAndWithoutTotal('two words, newest first', 60, (random) => ({ q: draws.twoWords(random).join(' ') }), any),
    ...withAndWithoutTotal('rare word', 25, (random) => ({ q: draws.rareWord(random) }), some),
    {
      name: 'facets of 50,000 by date',
      targetMs: 150,
      path: (random) => listPath({ modified: draws.range(random, draws.daysOf50k), include: ['facets'] }),
      check: counted,
    },
    {
      name: 'facets of 50,000 by word',
      targetMs: 150,
      // There are few words of that frequency. Excluding a site makes each request different.
      path: (random) => listPath({ q: draws.frequentWord(random), 'site!': draws.site(random), include: ['facets'] }),
      check: counted,
    },
    {
      name: 'facets of a template in a range',
      targetMs: null,
      path: (random) =>
        listPath({
          template: draws.template(random),
          modified: draws.range(random, 4 * draws.daysOf50k),
          include: ['facets'],
        }),
      check: counted,
    },
    ...withAndWithoutTotal('substring of an id', 60, (random) => ({ q: cutId(random, auditIds) }), some),
    // The page requests a jump with the total, which shows whether the end is nearer. The total is cached for a while,
    // but the rows are not.
    {
      name: 'jump to any row',
      targetMs: 300,
      path: (random) => listPath({ offset: random.integer(0, rows - 50), ...shownPage }),
      check: full,
    },
    {
      name: 'jump to the end',
      targetMs: 300,
      path: (random) => listPath({ offset: rows - random.integer(50, 150), ...shownPage }),
      check: full,
    },
  ]
}
