import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { Queryable } from '@/lib/db/types'
import { auditId } from '@/lib/ids'
import { queryInspections } from '@/lib/inspections/data'
import { readNeighbors } from '@/lib/inspections/neighbors-data'
import { readFilter } from '@/lib/inspections/filter/filter'
import { findIds, listConditions } from '@/lib/inspections/filter/filter-sql'
import type { ListParams } from '@/lib/inspections/schema'
import { orderNames } from './names'
import { readRowsAfter, readRowsAt } from './rows'

/**
 * Enough rows for lists of all to be read name by name. Few rows have no site, most authors have few inspections, and
 * names are in upper and lower case. Two words occur often, but only the oldest 60 rows contain both.
 */
const rowCount = 13_000
const withSite = rowCount - rowCount / 50
const both = 60
/** Number of names that the first statement reads. */
const firstNames = 32
const spell = (text: string) => `case when n % 2 = 0 then upper(${text}) else ${text} end`

interface Stored {
  id: string
  at: string
  site: string | null
  author: string
  template: string
  words: string
}

let db: TestDatabase
let stored: Stored[]
beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(
    `insert into inspections (audit_id, modified_at, hydrated_modified_at, site_name, author_name, template_id, template_name, search)
     select 'audit_' || lpad(to_hex(n), 32, '0'), at, at,
       case when n % 50 > 0 then ${spell(`'site ' || chr(97 + n % 23) || chr(97 + n % 3)`)} end,
       ${spell(`'a' || translate((n * n % 1801)::text, '0123456789', 'qwertyuiop')`)},
       case when n % 10 = 0 then 'template_0' else 'template_1' end,
       case when n % 10 = 0 then 'a form ' else 'form ' end || chr(97 + n % 7),
       (case when n <= ${both} then '''apple'' ''pear''' when n % 2 = 0 then '''apple''' else '''pear''' end)::tsvector
     from generate_series(1, ${rowCount}) n, lateral (select timestamptz '2026-01-01' + n / 3 * interval '1 minute' as at) t`,
  )
  await db.query('analyze inspections')
  const { rows } = await db.query<Stored>(
    `select audit_id as id, modified_at as at, site_name as site, author_name as author, template_name as template,
       search::text as words from inspections`,
  )
  stored = rows
})
afterAll(() => db.close())

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const readerOf = (sort: string) => (row: Stored) =>
  sort.endsWith('site') ? row.site : sort.endsWith('author') ? row.author : row.template

/** Computes the expected result by reading and sorting every row. */
function sortAll(sort: string, matches: (row: Stored) => boolean): Stored[] {
  const sign = sort.startsWith('-') ? -1 : 1
  const nameOf = readerOf(sort)
  return stored.filter(matches).sort((one, other) => {
    const [left, right] = [nameOf(one), nameOf(other)]
    const newest = compare(other.at, one.at) || compare(other.id, one.id)
    if (left === null || right === null) return left === right ? newest : left === null ? 1 : -1
    return sign * (compare(left.toLowerCase(), right.toLowerCase()) || compare(left, right)) || newest
  })
}

const listAll = (sort: string, matches: (row: Stored) => boolean = () => true) =>
  sortAll(sort, matches).map(({ id }) => id)

/** The position of the first row with the name at this place. */
function startOf(sort: string, place: number): number {
  const names = sortAll(sort, () => true).map(readerOf(sort))
  return names.indexOf([...new Set(names)][place] ?? null)
}

async function readQuery(params: ListParams) {
  const { filter, sort } = readFilter(params, 0)
  return { sort, conditions: listConditions(filter, await findIds(db, filter)) }
}

/** Runs `read` and returns its statements. */
async function watch(read: (watched: Queryable) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  await read({
    query: (text, values) => {
      statements.push(text)
      return db.query(text, values)
    },
  })
  return statements
}

async function listPages(params: ListParams, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ;) {
    const page = await queryInspections(db, { ...params, after, limit, include: ['rows'] })
    ids.push(...page.rows.map((row) => row.auditId))
    // Stops if the cursor does not advance.
    if (page.after === null || ids.length > rowCount) return ids
    after = page.after
  }
}

describe('a long list sorted by names', () => {
  it.each(['site', '-site', 'author', '-template'])(
    'by %s has each row once, in the order of names and then newest first',
    async (sort) => {
      expect(await listPages({ sort: [sort] }, 1_300)).toEqual(listAll(sort))
    },
  )

  it('has a first page that takes three statements and does not read all rows', async () => {
    const query = await readQuery({ sort: ['author'] })
    let rows: Awaited<ReturnType<typeof readRowsAfter>> = []
    const statements = await watch(async (watched) => {
      rows = await readRowsAfter(watched, query, { after: null, limit: 51 })
    })
    expect(rows.map(({ row }) => row.auditId)).toEqual(listAll('author').slice(0, 51))
    // The statements read the names, estimate the number of rows, and walk along the names.
    expect(statements).toHaveLength(3)
    expect(statements[2]).toContain('cross join lateral')
  })

  it('of one template only uses the names of that template', async () => {
    const query = { ...(await readQuery({ sort: ['template'], template: ['template_1'] })), templates: ['template_1'] }
    const expected = listAll('template', ({ template }) => template.startsWith('form'))
    expect(expected.length).toBeGreaterThan(10_000)
    const given: unknown[] = []
    const watched: Queryable = {
      query: (text, values) => {
        given.push(...(values ?? []))
        return db.query(text, values)
      },
    }
    const rows = await readRowsAfter(watched, query, { after: null, limit: 51 })
    expect(rows.map(({ row }) => row.auditId)).toEqual(expected.slice(0, 51))
    expect(given).toContainEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `form ${letter}`))
    const page = await queryInspections(db, {
      sort: ['-template'],
      template: ['template_1'],
      limit: 9,
      include: ['rows'],
    })
    const last = listAll('-template', ({ template }) => template.startsWith('form'))
    expect(page.rows.map((row) => row.auditId)).toEqual(last.slice(0, 9))
    expect(
      (await queryInspections(db, { sort: ['template'], template: ['*', 'template_1'], limit: 1 })).rows[0],
    ).toMatchObject({ templateId: 'template_0' })
  })

  it('with few matches reads only the matches', async () => {
    const author = stored[7]?.author ?? ''
    const query = await readQuery({ sort: ['-site'], author: [author] })
    let rows: Awaited<ReturnType<typeof readRowsAfter>> = []
    const statements = await watch(async (watched) => {
      rows = await readRowsAfter(watched, query, { after: null, limit: 51 })
    })
    const expected = listAll('-site', (row) => row.author === author)
    expect(expected.length).toBeGreaterThan(3)
    expect(rows.map(({ row }) => row.auditId)).toEqual(expected.slice(0, 51))
    expect(statements.filter((text) => text.includes('cross join lateral'))).toEqual([])
  })

  it('can be read at any position from both ends', async () => {
    for (const sort of ['site', '-author']) {
      const all = listAll(sort)
      const query = await readQuery({ sort: [sort] })
      const steps = [startOf(sort, firstNames) - 20, startOf(sort, firstNames), startOf(sort, firstNames) + 3]
      const ends = [withSite - 30, withSite - 5, withSite, rowCount - 25, rowCount, rowCount + 10]
      for (const offset of [1, 49, 700, 4_321, ...steps, ...ends])
        for (const total of [null, rowCount]) {
          const rows = await readRowsAt(db, query, { offset, limit: 50, total })
          expect(
            rows.map(({ row }) => row.auditId),
            `${sort} at ${offset} of ${total}`,
          ).toEqual(all.slice(offset, offset + 50))
        }
    }
  })

  it('has the neighbors of an inspection, even where a name ends', async () => {
    const all = listAll('-site')
    for (const at of [0, 1, 200, 4_500, withSite - 1, withSite, withSite + 1, rowCount - 1]) {
      const id = auditId.parse(all[at])
      const { previous, next, isListed } = await readNeighbors({ sort: ['-site'] }, id, { db })
      expect([previous?.auditId, next?.auditId, isListed]).toEqual([all[at - 1], all[at + 1], true])
    }
  })

  it('can be searched for words that often occur, and for words that rarely occur together', async () => {
    const apples = listAll('author', ({ words }) => words.includes('apple'))
    expect(await listPages({ q: ['apple'], sort: ['author'] }, 900)).toEqual(apples)
    const pairs = listAll('site', ({ words }) => words.includes('apple') && words.includes('pear'))
    expect(await listPages({ q: ['apple pear'], sort: ['site'] }, 40)).toEqual(pairs)
    const jump = await queryInspections(db, {
      q: ['apple'],
      sort: ['author'],
      offset: 3_000,
      limit: 50,
      include: ['rows'],
    })
    expect(jump.rows.map((row) => row.auditId)).toEqual(apples.slice(3_000, 3_050))
  })

  it('immediately has a row with new names, even if another release wrote it', async () => {
    const id = auditId.parse(`audit_${'f'.repeat(32)}`)
    await db.query(`insert into inspections (audit_id, modified_at) values ($1, '2026-02-01')`, [id])
    const first = async (sort: string) =>
      (await queryInspections(db, { sort: [sort], limit: 1, include: ['rows'] })).rows[0]?.auditId
    expect(await first('site')).not.toBe(id)
    await db.query(
      `update inspections set site_name = 'A 1', author_name = 'A 2', template_name = 'A 3' where audit_id = $1`,
      [id],
    )
    expect([await first('site'), await first('author'), await first('template')]).toEqual([id, id, id])
    await db.query(`update inspections set template_id = 'template_9' where audit_id = $1`, [id])
    const ofTemplate = { sort: ['template'], template: ['template_9'] }
    expect((await queryInspections(db, { ...ofTemplate, limit: 9 })).rows.map((row) => row.auditId)).toEqual([id])
    await db.query('delete from inspections where audit_id = $1', [id])
    expect(await first('site')).toBe(listAll('site')[0])
  })
})

describe('names', () => {
  it('are sorted like titles: regardless of case and accents, and numbers by value', () => {
    expect(orderNames(['Zoe', 'bay 10', 'Ähre', 'adam', 'Bay 9', 'Adam', ' ', 'Łódź', 'Lyon'])).toEqual([
      ' ',
      'Adam',
      'adam',
      'Ähre',
      'Bay 9',
      'bay 10',
      'Łódź',
      'Lyon',
      'Zoe',
    ])
  })
})
