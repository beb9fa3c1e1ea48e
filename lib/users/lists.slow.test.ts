import { beforeAll, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { Values } from '@/lib/db/values'
import { listUsers, readUserFacets } from './data'
import { writeUserWhere } from './filter-sql'
import { userFilter, type UserFilter } from './schema'
import { userSorts } from './values-model'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let db: TestDatabase
const userCount = 100_000

beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(
    `insert into organization_users (user_id, email, name, seat, status, timezone, group_names, groups_text, search_text,
       document, seen_at)
     select 'user_' || n, 'person' || n || '@harrowquill.example', 'First' || n % 977 || ' Last' || n % 1009,
       (array['full', 'lite', 'guest'])[1 + n % 3], 'active', (array['Europe/London', 'Asia/Tokyo'])[1 + n % 2],
       array['Group ' || n % 40], 'Group ' || n % 40,
       'first' || n % 977 || ' last' || n % 1009 || E'\\nperson' || n || '@harrowquill.example' || E'\\nuser_' || n,
       json_build_object('userId', 'user_' || n, 'rest', json_build_object('org_id', 'role_1')), now()
     from generate_series(1, ${userCount}) as n`,
  )
  await db.query('analyze organization_users')
  return () => db.close()
})

async function time<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  await work()
  const from = performance.now()
  const result = await work()
  // oxlint-disable-next-line no-console -- a figure to look at
  console.log(`${what}: ${Math.round(performance.now() - from)} ms`)
  return result
}
const list = (filter: Partial<UserFilter>, after?: string) =>
  listUsers({ ...userFilter.parse({}), ...filter, limit: 200, after }, { db })

it('a part of a name or address is found among 100,000 users, with the index for parts of words', async () => {
  expect((await time('search for a part of an address', () => list({ q: 'rson99321@' }))).total).toBe(1)
  expect((await time('search for a part that all have', () => list({ q: 'quill' }))).total).toBe(userCount)
  expect(
    (await time('search for two words and a seat', () => list({ q: 'first12 last5', seat: ['lite'] }))).total,
  ).toBeGreaterThan(0)
  const values = new Values()
  const where = writeUserWhere({ ...userFilter.parse({}), q: 'rson99321@' }, values)
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(
    `explain select user_id from organization_users where ${where}`,
    values.list,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('organization_users_parts')
})

it.each(userSorts)('pages of 100,000 users in the order %s follow each other without a gap', async (sort) => {
  const first = await time(`first page by ${sort}`, () => list({ sort }))
  const second = await time(`second page by ${sort}`, () => list({ sort }, first.after ?? ''))
  const ids = [...first.rows, ...second.rows].map(({ userId }) => userId)
  expect(new Set(ids).size).toBe(400)
  expect(second.total).toBe(userCount)
})

it('the values of the filters are counted for 100,000 users', async () => {
  const facets = await time('counts of all filters', () => readUserFacets(userFilter.parse({}), db))
  expect(facets.group).toHaveLength(40)
  expect(facets.seat.reduce((sum, { count }) => sum + count, 0)).toBe(userCount)
})
