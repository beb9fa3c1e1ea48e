import { beforeAll, describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { readCsv } from '@/lib/csv/testing'
import { readInstant } from '@/lib/db/read-together'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { foldText } from '@/lib/search/search-text'
import type { WireUser } from '@/lib/service/users'
import { runs, seed } from '@/lib/testing/random-runs'
import { findUserNamed, listUsers, readUserFacets } from './data'
import { exportUsers } from './export'
import { facetWords, listGroups, readSeat, readStatus, sortByGroup } from './model'
import { userFilter, type UserFilter, type UserRow } from './schema'
import { noValue, splitEmails, userFacetNames, userSorts } from './values-model'
import { nameOf, storeMemberships, storeUsers } from './store'
import { wireUser } from './testing'

let db: TestDatabase
let users: WireUser[]
const groupsOf = new Map<string, Array<{ id: string; name: string }>>()

const groups = ['Night shift', 'Forklift drivers', '=cmd()'].map((name, at) => ({ id: `role_${at}`, name }))
const names = ['Ann', 'ann', 'Örjan', '100%', 'a_b', '=SUM(A1)', null]

const pick = <Value>(values: readonly Value[], at: number): Value => {
  const value = values[at % values.length]
  if (value === undefined) throw new Error('there is none')
  return value
}

beforeAll(async () => {
  db = await openTestDatabase()
  users = Array.from({ length: 120 }, (_, at) =>
    wireUser({
      userId: `user_${(at * 7919) % 1_000}_${at}`,
      email: `p${at}.ashworth@${pick(['x', 'y'], at)}.example`,
      firstName: pick(names, at),
      lastName: pick(['Ashworth', 'Łódź', 'Bell'], at >> 2),
      seatType: pick(['SUBSCRIPTION_SEAT_TYPE_PREMIUM', 'SUBSCRIPTION_SEAT_TYPE_LITE', null], at >> 1),
      timezone: pick(['Europe/London', 'Asia/Tokyo', null], at >> 3),
      status: pick(['USER_ACTIVE_STATUS_ACTIVE', 'USER_ACTIVE_STATUS_DEACTIVATED'], at >> 4),
    }),
  )
  for (const [at, { userId }] of users.entries())
    if (at % 5 > 0) groupsOf.set(userId, groups.slice(0, at % 3).concat(at % 4 === 0 ? groups.slice(2) : []))
  await storeUsers(db, users, await readInstant(db))
  await storeMemberships(db, groupsOf)
  await db.query(`update organization_users set missing_at = now() where email like 'p11%'`)
  return () => db.close()
})

const isRemoved = ({ email }: WireUser) => email.startsWith('p11')

const valuesOf: Record<(typeof userFacetNames)[number], (user: WireUser) => readonly string[]> = {
  seat: (user) => [readSeat(user.seatType)].filter((value) => value !== null),
  group: (user) => (groupsOf.get(user.userId) ?? []).map(({ name }) => name),
  site: () => [],
  timezone: (user) => [user.timezone].filter((value) => value !== null),
  status: (user) => [isRemoved(user) ? 'removed' : (readStatus(user.status) ?? noValue)],
}

/** Whether a list contains a user, by a simple implementation of its filter. */
function matches(user: WireUser, filter: UserFilter): boolean {
  const text = foldText([nameOf(user), user.email, user.userId].join('\n'))
  const emails = splitEmails(filter.q)
  const isFound =
    emails.length > 1 ? emails.includes(user.email) : filter.q.split(' ').every((word) => text.includes(foldText(word)))
  return (
    isFound &&
    userFacetNames.every((name) => {
      const wanted = filter[name]
      const own = valuesOf[name](user)
      return wanted.length === 0 || wanted.some((value) => (value === noValue ? own.length === 0 : own.includes(value)))
    })
  )
}

const some = (...values: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.subarray(values, { maxLength: 2 }))
const anyFilter = fc
  .record({
    q: fc.constantFrom(
      '',
      '',
      'ash',
      'ann bell',
      'worth@x',
      '%',
      'a_b',
      "'",
      'lodz',
      'orjan',
      'user_1',
      'P3.ashworth@y.example',
    ),
    seat: some('full', 'lite', noValue, "';--"),
    group: some('Night shift', '=cmd()', noValue),
    timezone: some('Asia/Tokyo', noValue),
    status: some('active', 'deactivated', 'removed'),
    sort: fc.constantFrom(...userSorts),
  })
  .map((filter) => userFilter.parse(filter))

async function walk(filter: UserFilter, limit: number): Promise<UserRow[]> {
  const rows: UserRow[] = []
  for (let after: string | undefined; ;) {
    const page = await listUsers({ ...filter, limit, after }, { db })
    expect(page.total).toBe(users.filter((user) => matches(user, filter)).length)
    rows.push(...page.rows)
    if (page.after === null) return rows
    ;({ after } = page)
  }
}

const sortValue: Record<string, (row: UserRow) => string | null> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  seat: ({ seat }) => seat,
  groups: (row) => (row.groups === null || row.groups.length === 0 ? null : row.groups.join(', ')),
  sites: () => null,
  timezone: ({ timezone }) => timezone,
  status: ({ status }) => status,
  imported: () => null,
  id: ({ userId }) => userId,
}
const fold = (text: string | null) => text?.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) ?? null
const compareBytes = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right))

describe('a list of users', () => {
  it('has the same users in the same order as a simple implementation, for any filter, order and page size', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.integer({ min: 1, max: 50 }), async (filter, limit) => {
        const rows = await walk(filter, limit)
        expect(new Set(rows.map(({ userId }) => userId))).toEqual(
          new Set(users.filter((user) => matches(user, filter)).map(({ userId }) => userId)),
        )
        const read = sortValue[filter.sort.replace('-', '')] ?? (() => null)
        const sign = filter.sort.startsWith('-') ? -1 : 1
        const sorted = rows.toSorted((left, right) => {
          const [a, b] = [fold(read(left)), fold(read(right))]
          if (a === null || b === null)
            return a === b ? sign * compareBytes(left.userId, right.userId) : a === null ? 1 : -1
          return sign * (compareBytes(a, b) === 0 ? compareBytes(left.userId, right.userId) : compareBytes(a, b))
        })
        expect(rows.map(({ userId }) => userId)).toEqual(sorted.map(({ userId }) => userId))
      }),
      { numRuns: runs(60), seed },
    )
  })

  it('counts for each value of a filter as many users as choosing it shows', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const facets = await readUserFacets(filter, db)
        for (const name of userFacetNames)
          for (const { value, count } of facets[name])
            expect({ name, value, count }).toEqual({
              name,
              value,
              count: users.filter((user) => matches(user, { ...filter, [name]: [value] })).length,
            })
      }),
      { numRuns: runs(30), seed },
    )
  })

  it('returns the pasted addresses that no user has', async () => {
    const q = 'P1.ashworth@y.example, nobody@x.example <p2.ashworth@x.example>'
    const page = await listUsers({ ...userFilter.parse({ q }), limit: 10 }, { db })
    expect(page.rows.map(({ email }) => email).sort()).toEqual(['p1.ashworth@y.example', 'p2.ashworth@x.example'])
    expect(page.missing).toEqual(['nobody@x.example'])
  })

  it('refuses a cursor of another order, and names the parameter', async () => {
    const { after } = await listUsers({ ...userFilter.parse({}), limit: 10 }, { db })
    const asked = listUsers({ ...userFilter.parse({ sort: 'email' }), limit: 10, after: after ?? '' }, { db })
    await expect(asked).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { after: expect.anything() as string } },
    })
  })
})

/** Reads a text with its byte order mark, which `text()` would remove. */
const readText = async (stream: ReadableStream) => Buffer.from(await new Response(stream).arrayBuffer()).toString()

it('the CSV has the rows of the list in the same order and with the same labels, and no formulas', async () => {
  const filter = userFilter.parse({ q: 'ash', status: ['active', 'removed'], sort: '-email' })
  const text = await readText(exportUsers({ ...filter, format: 'csv', tz: 'Europe/Berlin' }, { db }))
  const [head, ...lines] = readCsv(text)
  expect(head).toEqual([
    'Name',
    'Email',
    'Seat',
    'Groups',
    'Sites',
    'Time zone',
    'Status',
    'Last import',
    'Result of last import',
  ])
  const rows = await walk(filter, 50)
  expect(lines.map((cells) => cells[1])).toEqual(rows.map(({ email }) => email))
  expect(lines.some(([name]) => name?.startsWith("'=SUM(A1)"))).toBe(true)
  expect(lines.flat().filter((cell) => cell.startsWith('='))).toEqual([])
  expect(new Set(lines.map((cells) => cells[2]))).toEqual(new Set(['Full', 'Lite', '']))
  expect(new Set(lines.map((cells) => cells[6]))).toEqual(new Set(['Active', 'Removed']))
})

it.each(userFacetNames)('a CSV grouped by %s has the groups of the list, and each user once', async (groupBy) => {
  const filter = userFilter.parse({ status: ['active', 'removed'], sort: '-email' })
  const facets = await readUserFacets(filter, db)
  const shown = listGroups(facets, filter, groupBy)
  const expected: string[] = []
  for (const { value } of shown)
    for (const { email } of await walk({ ...filter, [groupBy]: [value] }, 50))
      if (!expected.includes(email)) expected.push(email)
  const text = await readText(exportUsers({ ...filter, groupBy, format: 'csv' }, { db }))
  expect(
    readCsv(text)
      .slice(1)
      .map((cells) => cells[1]),
  ).toEqual(expected)
  // Files of selected users are sorted in the browser.
  const sorted = sortByGroup(await walk(filter, 50), shown, groupBy)
  expect(sorted.map(({ email }) => email)).toEqual(expected)
})

it.each([
  ['SUBSCRIPTION_SEAT_TYPE_PREMIUM', 'full'],
  ['SUBSCRIPTION_SEAT_TYPE_COLLABORATOR', 'guest'],
  ['premium', 'full'],
  ['SUBSCRIPTION_SEAT_TYPE_NEW_KIND', 'new-kind'],
  ['', null],
])('the seat %s is written as %s in addresses', (word, slug) => {
  expect(readSeat(word)).toBe(slug)
})

it('unknown values of SafetyCulture are shown in readable form', () => {
  expect(facetWords('seat', readSeat('SUBSCRIPTION_SEAT_TYPE_NEW_KIND') ?? '')).toBe('New kind')
  expect(readStatus('inactive')).toBe('deactivated')
})

const called = (name: string, userId: string) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return wireUser({ userId, firstName, lastName })
}

describe('the user with a name', () => {
  it('or email address is found regardless of case, unless another user has it too or the user was removed', async () => {
    const named = [
      called('Zoë Kern', 'z1'),
      called('Twin Kern', 'z2'),
      called('Twin Kern', 'z3'),
      called('Gone Kern', 'z4'),
    ]
    await storeUsers(db, named, await readInstant(db), { isWhole: false })
    await db.query(`update organization_users set email = 'zoe@example.COM' where user_id = 'z1'`)
    await db.query(`update organization_users set missing_at = now(), email = 'gone@example.com' where user_id = 'z4'`)
    expect(await findUserNamed(' zoë KERN ', db)).toBe('z1')
    expect(await findUserNamed('Zoe@Example.com', db)).toBe('z1')
    expect(await findUserNamed('gone@example.com', db)).toBeNull()
    expect(await findUserNamed('Twin Kern', db)).toBeNull()
    expect(await findUserNamed('Gone Kern', db)).toBeNull()
    expect(await findUserNamed('Zoë', db)).toBeNull()
    await db.query(`delete from organization_users where user_id like 'z_'`)
  })
})
