import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { auditId } from '@/lib/ids'
import { runs, seed } from '@/lib/testing/random-runs'
import { facetNames, orderGroups, sortedRowsMax, sortNames } from '@/lib/inspections/columns'
import { queryInspections, type ListRequest } from '@/lib/inspections/data'
import { readNeighbors } from '@/lib/inspections/neighbors-data'
import { readFilter } from '@/lib/inspections/filter/filter'
import { findIds, listConditions } from '@/lib/inspections/filter/filter-sql'
import { readRowsAt } from './rows'
import { inspectionPage, type ListParams, listParams } from '@/lib/inspections/schema'
import { countValues, listIds, storeRows } from './testing-lists'
import { modelParams, modelRow, nowMs, type ModelRow } from './testing-list-rows'

let db: TestDatabase
let rows: ModelRow[]
const sorts = sortNames.flatMap((name) => [name, `-${name}`])

beforeAll(async () => {
  db = await openTestDatabase()
  const [drawn = []] = fc.sample(
    fc.uniqueArray(modelRow, { minLength: 300, maxLength: 300, selector: (row) => row.auditId }),
    { numRuns: 1, seed },
  )
  rows = drawn
  await storeRows(db, rows)
})
afterAll(() => db.close())

const ask = (request: ListRequest) => queryInspections(db, request, { nowMs })

async function walk(request: ListRequest): Promise<string[]> {
  const seen: string[] = []
  for (let after: string | undefined; ;) {
    const page = await ask({ ...request, after, include: ['rows'] })
    seen.push(...page.rows.map((row) => row.auditId))
    if (page.after === null) return seen
    after = page.after
  }
}

describe('a list of the database', () => {
  it('has the same rows and total as a simple filter in every order', { tags: ['full'] }, async () => {
    let matching = 0
    await fc.assert(
      fc.asyncProperty(modelParams, fc.constantFrom(...sorts), async (params, sort) => {
        const expected = listIds(rows, params, sort)
        matching += expected.length > 0 ? 1 : 0
        expect(listParams.safeParse(params).success).toBe(true)
        const page = await ask({ ...params, sort: [sort], limit: 1_000, include: ['rows', 'total'] })
        expect(page.rows.map((row) => row.auditId)).toEqual(expected)
        expect(page).toMatchObject({ total: expected.length, totalIsExact: true, after: null })
        expect(page.totalAll).toBe(rows.filter((row) => !row.missing).length)
        expect(inspectionPage.parse(page)).toEqual(page)
        const counted = await ask({ ...params, limit: 1, include: ['total'] })
        expect(counted).toMatchObject({ rows: [], total: expected.length })
      }),
      { numRuns: runs(200) },
    )
    // The test would prove nothing if most filters matched no row.
    expect(matching).toBeGreaterThan(runs(100))
  })

  it('has the same rows as a simple filter through cursors with any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        modelParams,
        fc.constantFrom(...sorts),
        fc.integer({ min: 3, max: 90 }),
        async (params, sort, limit) => {
          expect(await walk({ ...params, sort: [sort], limit })).toEqual(listIds(rows, params, sort))
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('has the same rows as a simple filter at any position', async () => {
    await fc.assert(
      fc.asyncProperty(
        modelParams,
        fc.constantFrom(...sorts),
        fc.integer({ min: 0, max: 320 }),
        fc.integer({ min: 1, max: 60 }),
        async (params, sort, offset, limit) => {
          const page = await ask({ ...params, sort: [sort], offset, limit, include: ['rows'] })
          const expected = listIds(rows, params, sort)
          expect(page.rows.map((row) => row.auditId)).toEqual(expected.slice(offset, offset + limit))
          expect(page.after === null).toBe(offset + limit >= expected.length)
        },
      ),
      { numRuns: runs(80) },
    )
  })

  it('has the same rows as a simple filter when they are counted from the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        modelParams,
        fc.constantFrom(...sorts),
        fc.integer({ min: 0, max: 320 }),
        fc.integer({ min: 1, max: 60 }),
        async (params, sort, offset, limit) => {
          const read = readFilter({ ...params, sort: [sort] }, nowMs)
          const query = { sort: read.sort, conditions: listConditions(read.filter, await findIds(db, read.filter)) }
          const expected = listIds(rows, params, sort)
          const found = await readRowsAt(db, query, { offset, limit, total: expected.length })
          expect(found.map(({ row }) => row.auditId)).toEqual(expected.slice(offset, offset + limit))
        },
      ),
      { numRuns: runs(80) },
    )
  })

  it('has the same facets as a simple count, each without its own parameter', async () => {
    await fc.assert(
      fc.asyncProperty(modelParams, async (params) => {
        const page = await ask({ ...params, limit: 1, include: ['facets', 'total'] })
        expect(page.total).toBe(listIds(rows, params, '-modified').length)
        for (const name of facetNames) {
          const facet = page.facets?.[name]
          const expected = countValues(rows, params, name)
          expect(new Map(facet?.values.map(({ value, count }) => [value, count]))).toEqual(expected)
          expect(facet?.distinct).toBe(expected.size)
          const sizes = facet?.values.map(({ count }) => count) ?? []
          expect(sizes).toEqual([...sizes].sort((left, right) => right - left))
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('counts as many rows for each value as choosing the value gives', async () => {
    await fc.assert(
      fc.asyncProperty(modelParams, fc.constantFrom(...facetNames), async (params, name) => {
        const page = await ask({ ...params, limit: 1, include: ['facets'] })
        for (const { value, count } of page.facets?.[name].values.slice(0, 4) ?? []) {
          const { [name]: _any, [`${name}!` as const]: _none, ...others } = params
          const chosen = value === null ? { [`${name}!`]: ['*'] } : value === '*' ? null : { [name]: [value] }
          if (chosen === null) continue
          const page_ = await ask({ ...others, ...chosen, limit: 1, include: ['total'] })
          expect(page_.total).toBe(count)
        }
      }),
      { numRuns: runs(20) },
    )
  })

  it('has the same neighbors as a simple filter for any inspection, in the list or not', async () => {
    await fc.assert(
      fc.asyncProperty(modelParams, fc.constantFrom(...sorts), fc.nat(rows.length - 1), async (params, sort, at) => {
        const id = rows[at]?.auditId ?? ''
        const order = listIds(rows, { missing: ['both'] }, sort)
        const expected = new Set(listIds(rows, params, sort))
        const place = order.indexOf(id)
        const neighbors = await readNeighbors({ ...params, sort: [sort] }, auditId.parse(id), { db, nowMs })
        const { previous, next, isListed } = neighbors
        expect(isListed).toBe(expected.has(id))
        expect(next?.auditId).toBe(order.slice(place + 1).find((one) => expected.has(one)))
        expect(previous?.auditId).toBe(order.slice(0, place).findLast((one) => expected.has(one)))
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('a list in groups', () => {
  it.each(facetNames)('steps from the last inspection of a %s to the first of the next one', async (name) => {
    const [site = ''] = (await ask({ limit: 1 })).facets?.site.values.flatMap(({ value }) => value ?? []) ?? []
    const lists: ListParams[] = [{}, { 'site!': [site], archived: ['false'] }]
    for (const params of lists) {
      const page = await ask({ ...params, limit: 1, include: ['facets'] })
      const groups = orderGroups(name, page.facets?.[name].values ?? []).map(({ value }) =>
        listIds(rows, { ...params, ...(value === null ? { [`${name}!`]: ['*'] } : { [name]: [value] }) }, 'title'),
      )
      // A value may be "*", which finds the rows of every group.
      const ids = groups.flatMap((own) =>
        own.filter((id) => groups.every((other) => other.length >= own.length || !other.includes(id))),
      )
      const ends = [0, 1, ids.length - 1].concat(
        groups.map((own) => ids.indexOf(own.at(-1) ?? '')).filter((at) => at >= 0),
      )
      for (const at of ends) {
        const id = auditId.parse(ids[at])
        const found = await readNeighbors({ ...params, sort: ['title'], groupBy: name }, id, { db, nowMs })
        expect([found.previous?.auditId, found.next?.auditId, found.isListed]).toEqual([ids[at - 1], ids[at + 1], true])
      }
    }
  })

  it('has no group for an inspection whose document was not read', async () => {
    const unread = rows.find(({ read, missing }) => read === null && !missing)
    const id = auditId.parse(unread?.auditId)
    const plain = await readNeighbors({}, id, { db, nowMs })
    expect(await readNeighbors({ groupBy: 'site' }, id, { db, nowMs })).toEqual(plain)
  })
})

describe('an order without an index', () => {
  it('is refused for a list that is too long, and works when filters shorten it', { tags: ['full'] }, async () => {
    await using own = await openTestDatabase()
    await own.query(
      `insert into inspections (audit_id, modified_at, template_id, media_count)
       select 'audit_' || n, now(), 'template_' || n % 2, n from generate_series(0, ${sortedRowsMax}) n`,
    )
    await expect(queryInspections(own, { sort: ['-media'], limit: 2 })).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { sort: expect.stringContaining('tooManyToSort') as string } },
    })
    // The numbers of the filters do not depend on the order.
    const counts = await queryInspections(own, { sort: ['-media'], limit: 1, include: ['total', 'facets'] })
    expect(counts.total).toBe(sortedRowsMax + 1)
    const page = await queryInspections(own, { sort: ['-media'], template: ['template_1'], limit: 2 })
    expect(page.rows.map(({ mediaCount }) => mediaCount)).toEqual([sortedRowsMax - 1, sortedRowsMax - 3])
  })
})

describe('ids in the search text', () => {
  it('find exactly their inspections, in upper or lower case, alone or in a list', async () => {
    const wanted = rows.filter((row) => !row.missing).slice(0, 40)
    const expected = new Set(wanted.map((row) => row.auditId))
    for (const spell of [
      (id: string) => id,
      (id: string) => id.toLowerCase(),
      (id: string) => id.slice(6).toUpperCase(),
    ])
      for (const separator of [' ', ',', ';\n', '\t, ']) {
        const page = await ask({ q: [wanted.map((row) => spell(row.auditId)).join(separator)], limit: 100 })
        // Ids are compared regardless of case. Random ids of this length never collide.
        expect(new Set(page.rows.map((row) => row.auditId))).toEqual(expected)
        expect(page.total).toBe(expected.size)
      }
    const [one] = wanted
    const page = await ask({ q: [`https://console.test/inspections/${one?.auditId ?? ''}?tab=raw`], limit: 10 })
    expect(page.rows.map((row) => row.auditId)).toEqual([one?.auditId])
    const others = await ask({ q: [`-${one?.auditId ?? ''}`], limit: 1_000 })
    expect(others.total).toBe(rows.filter((row) => !row.missing).length - 1)
  })

  it('find inspections that a full reconciliation no longer found', async () => {
    const gone = rows.find((row) => row.missing)
    const named = await ask({ q: [gone?.auditId ?? ''], limit: 10 })
    expect(named.rows.map((row) => [row.auditId, row.missingAt !== null])).toEqual([[gone?.auditId, true]])
    const present = await ask({ q: [gone?.auditId ?? ''], missing: ['false'], limit: 10 })
    expect(present.rows).toEqual([])
  })

  it(
    'find all inspections even if a part occurs in more ids than the separate index returns',
    { tags: ['full'] },
    async () => {
      await using own = await openTestDatabase()
      await own.query(
        `insert into inspections (audit_id, modified_at, search)
       select 'audit_' || case when n % 3 = 0 then 'ab12' else 'cd34' end || md5(n::text), now() - n * interval '1 minute',
              case when n % 10 = 1 then '''ab12'':1' else '' end::tsvector
       from generate_series(1, 18000) n`,
      )
      await own.query('insert into inspection_ids select audit_id from inspections on conflict do nothing')
      const { rows: counted } = await own.query<{ n: number }>(
        `select count(*) as n from inspections where audit_id like '%ab12%' or search @@ '''ab12'''::tsquery`,
      )
      const page = await queryInspections(own, { q: ['ab12'], limit: 5 })
      expect(page.total).toBe(counted[0]?.n)
      expect(page.total).toBeGreaterThan(7_000)
      const without = await queryInspections(own, { q: ['-ab12'], limit: 5 })
      expect(without.total).toBe(18_000 - (page.total ?? 0))
    },
  )
})
