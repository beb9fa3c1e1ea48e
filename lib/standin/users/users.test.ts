import { describe, expect, it } from 'vitest'
import { startUserBench, type ReportedError, type ReportedUser, type UserBench } from './testing'

const owner = 'robin.sayers@harrowquill.example'
const ownerId = /^user_[0-9a-f]{32}$/

let made = 0
/** A new, valid user. */
function makePerson(more: object = {}) {
  made += 1
  return { username: `new.person${made}@harrowquill.example`, first_name: 'New', last_name: 'Person', ...more }
}

const brief = ({ reason, field_hint, level }: ReportedError) => `${level} ${reason} ${field_hint}`

interface Listed {
  user_id: string
  username: string
  status: string
  seat_type: string
  first_name: string
  locale: string
}

async function listAll(bench: UserBench, body: object, between?: (page: number) => unknown): Promise<Listed[]> {
  const all: Listed[] = []
  let page_token = ''
  for (let page = 0; page < 100; page += 1) {
    const answer = await bench.send('POST', '/users/v1/users/list', { ...body, page_token })
    expect(answer.status).toBe(200)
    all.push(...(answer.body['users'] as Listed[]))
    page_token = String(answer.body['next_page_token'])
    if (page_token === '') return all
    await between?.(page)
  }
  throw new Error('the list does not end')
}

const findRow = (bench: UserBench, email: string) =>
  bench.standin.control.userState().users.find((row) => row.email === email)

describe('users and groups', () => {
  it('are found by address, by id, in pages and by group', async () => {
    await using bench = await startUserBench()
    const { users, groups } = bench.standin.control.userState()
    expect(users).toHaveLength(60)
    expect(new Set(users.map(({ email }) => email)).size).toBe(60)
    const found = await bench.send('POST', '/users/search', {
      email: [owner.toUpperCase(), 'nobody@nowhere.example', users[3]?.email, users[3]?.email],
    })
    expect(found).toMatchObject({
      status: 200,
      body: { users: [{ email: owner, firstname: 'Robin', lastname: 'Sayers' }, { id: users[3]?.id }] },
    })
    expect(found.body['users']).toHaveLength(2)
    const [robin] = found.body['users'] as Array<{ id: string }>
    expect(robin?.id).toMatch(ownerId)
    expect((await bench.send('GET', '/accounts/user/v1/user:WhoAmI')).body['user_id']).toBe(robin?.id)
    expect((await bench.send('GET', `/users/${robin?.id ?? ''}`)).body).toMatchObject({
      email: owner,
      status: 'active',
    })
    expect(await bench.send('GET', '/users/user_0')).toMatchObject({
      status: 404,
      body: { statusCode: 404, error: 'Not Found' },
    })
    expect((await listAll(bench, { list_all: true, page_size: 7 })).map(({ user_id }) => user_id)).toEqual(
      users.map(({ id }) => id),
    )
    const away = users.filter(({ status }) => status === 'USER_ACTIVE_STATUS_DEACTIVATED')
    expect(away.length).toBeGreaterThan(0)
    expect(
      (await listAll(bench, { filters: { statuses: ['USER_ACTIVE_STATUS_DEACTIVATED'] } })).map(
        ({ user_id }) => user_id,
      ),
    ).toEqual(away.map(({ id }) => id))
    const told = await bench.send('GET', '/groups')
    expect(told.body['groups']).toEqual(groups)
    const crew = groups.find(({ name }) => name === 'Forklift drivers')?.id ?? ''
    const inside = users.filter(({ groupIds }) => groupIds.includes(crew))
    expect(inside.length).toBeGreaterThan(1)
    const page = await bench.send('GET', `/groups/${crew}/users?limit=1&offset=1`)
    expect(page.body).toMatchObject({ total: inside.length, users: [{ user_id: inside[1]?.id }] })
    expect((await bench.send('GET', `/groups/${groups[0]?.id ?? ''}/users?status=inactive`)).body).toMatchObject({
      total: away.length,
    })
    const refused: ReadonlyArray<Parameters<UserBench['send']>> = [
      ['POST', '/users/search', { email: [] }],
      ['POST', '/users/v1/users/list', {}],
      ['POST', '/users/v1/users/list', { list_all: true, page_size: 201 }],
      ['POST', '/users/v1/users/list', { list_all: true, page_token: 'x' }],
      ['GET', `/groups/${crew}/users?limit=2001`],
    ]
    for (const bad of refused) expect([bad, (await bench.send(...bad)).status]).toEqual([bad, 400])
  })

  it('are neither repeated nor lost while others are added between two pages', async () => {
    await using bench = await startUserBench()
    const before = bench.standin.control.userState().users
    const told = await listAll(bench, { list_all: true, page_size: 9 }, () =>
      bench.send('POST', '/users/v1/users/upsert', { users: [{ user: makePerson() }, { user: makePerson() }] }),
    )
    const ids = told.map(({ user_id }) => user_id)
    expect(bench.standin.control.userState().users.length).toBeGreaterThan(before.length + 8)
    expect(new Set(ids).size).toBe(ids.length)
    expect(before.filter(({ id }) => !ids.includes(id))).toEqual([])
  })
})

describe('importing a user', () => {
  const fatal = 'LEVEL_FATAL'
  const error = 'LEVEL_ERROR'
  // Each is a new user with one error. With a fatal one, it is not created; otherwise the invalid part is left out.
  const wrongs: ReadonlyArray<[sent: object, said: string]> = [
    [{ username: 'not an address' }, `${fatal} REASON_USERNAME_INVALID FIELD_USERNAME`],
    [{ username: 'a@b' }, `${fatal} REASON_USERNAME_INVALID FIELD_USERNAME`],
    [{ username: '' }, `${fatal} REASON_USERNAME_INVALID FIELD_USERNAME`],
    [{ username: null }, `${fatal} REASON_USERNAME_INVALID FIELD_USERNAME`],
    [{ user_id: 'user_unknown' }, `${fatal} REASON_USER_NOT_FOUND FIELD_USER_ID`],
    [{ username: 'a@northgate-freight.example' }, `${fatal} REASON_USER_IN_OTHER_ORGANIZATION FIELD_USERNAME`],
    [{ first_name: ' ' }, `${fatal} REASON_FIELD_REQUIRED FIELD_FIRST_NAME`],
    [{ last_name: null }, `${fatal} REASON_FIELD_REQUIRED FIELD_LAST_NAME`],
    [{ password: 'short' }, `${error} REASON_PASSWORD_TOO_SHORT FIELD_PASSWORD`],
    [{ seat_type: 'PREMIUM' }, `${error} REASON_SEAT_TYPE_INVALID FIELD_SEAT_TYPE`],
    [{ language: 'en' }, `${error} REASON_LANGUAGE_INVALID FIELD_LANGUAGE`],
    [{ timezone: 'Mars/Olympus' }, `${error} REASON_TIMEZONE_INVALID FIELD_TIMEZONE`],
    [{ timezone: '+02:00' }, `${error} REASON_TIMEZONE_INVALID FIELD_TIMEZONE`],
    [{ status: 'gone' }, `${error} REASON_STATUS_INVALID FIELD_STATUS`],
    [{ permission_set: { name: 'King' } }, `${error} REASON_PERMISSION_SET_NOT_FOUND FIELD_PERMISSION_SET`],
    [
      { permission_set: { name: 'Team lead' } },
      `${error} REASON_PERMISSION_SET_REFERENCE_AMBIGUOUS FIELD_PERMISSION_SET`,
    ],
    [{ groups: { add_references: [{ name: 'No such' }] } }, `${error} REASON_GROUP_NOT_FOUND FIELD_GROUPS`],
    [{ groups: { add_references: [{ name: '*' }] } }, `${error} REASON_GROUP_NOT_FOUND FIELD_GROUPS`],
    [{ groups: { add_references: [{ id: 'role_0' }] } }, `${error} REASON_GROUP_NOT_FOUND FIELD_GROUPS`],
    [
      { groups: { add_references: [{ name: 'night SHIFT' }] } },
      `${error} REASON_GROUP_REFERENCE_AMBIGUOUS FIELD_GROUPS`,
    ],
    [{ sites: { add_references: [{ name: 'No such' }] } }, `${error} REASON_SITE_NOT_FOUND FIELD_SITES`],
    [{ sites: { add: [{ name: 'Loading bay' }] } }, `${error} REASON_SITE_REFERENCE_AMBIGUOUS FIELD_SITES`],
    [{ groups: { remove_references: [{ name: 'Day shift' }] } }, 'LEVEL_WARNING REASON_USER_NOT_IN_GROUP FIELD_GROUPS'],
    [{ sites: { remove_references: [{ name: 'Head office' }] } }, 'LEVEL_WARNING REASON_USER_NOT_IN_SITE FIELD_SITES'],
    [
      { attributes: [{ reference: { name: 'Shoe size' }, values: [] }] },
      `${error} REASON_ATTRIBUTE_NOT_FOUND FIELD_ATTRIBUTES`,
    ],
    [
      { attributes: [{ reference: { name: 'Shift' }, values: [{ string_value: 'Noon' }] }] },
      `${error} REASON_ATTRIBUTE_VALUE_INVALID FIELD_ATTRIBUTES`,
    ],
  ]

  it(
    'reports one error in the same way in the immediate upsert, a dry run and an import, and does not stop other users',
    { tags: ['full'] },
    async () => {
      await using bench = await startUserBench()
      for (const [sent, said] of wrongs) {
        const make = () => [makePerson(), makePerson(sent), makePerson()]
        const isFatal = said.startsWith(fatal)
        const isBad = !said.startsWith('LEVEL_WARNING')
        const now = make()
        const answer = await bench.send('POST', '/users/v1/users/upsert', { users: now.map((user) => ({ user })) })
        const results = answer.body['results'] as ReportedUser[]
        expect([sent, results.map(({ errors }) => errors.map(brief))]).toEqual([sent, [[], [said], []]])
        expect(results.map(({ user_id: id }) => id !== '')).toEqual([true, !isFatal, true])
        for (const { username } of [now[0], now[2]].filter((user) => user !== undefined))
          expect(findRow(bench, username)).toBeDefined()
        expect([sent, findRow(bench, now[1]?.username ?? '') !== undefined]).toEqual([sent, !isFatal])
        const before = bench.standin.control.userState()
        const check = await bench.run(make(), true)
        expect(check.users.map(({ errors }) => errors.map(brief))).toEqual([[], [said], []])
        expect(check.status).toBe(isBad ? 'STATUS_VALIDATED_WITH_ERRORS' : 'STATUS_VALIDATED')
        expect(bench.standin.control.userState()).toEqual(before)
        const run = await bench.run(make())
        expect(run.users.map(({ errors }) => errors.map(brief))).toEqual([[], [said], []])
        expect(run.status).toBe(isBad ? 'STATUS_COMPLETED_WITH_ERRORS' : 'STATUS_COMPLETED')
        expect(run.users.map(({ user_id: id }) => id !== undefined)).toEqual([true, !isFatal, true])
      }
    },
  )

  it('keeps the old value of an invalid field and applies the other fields', async () => {
    await using bench = await startUserBench()
    const before = findRow(bench, owner)
    await bench.run([
      {
        username: owner,
        first_name: 'Robyn',
        language: 'LANGUAGE_XX',
        timezone: 'Nowhere',
        seat_type: 'NONE',
        attributes: [{ reference: { name: 'department' }, values: [{ string_value: 'Board' }] }],
      },
    ])
    const after = findRow(bench, owner)
    expect(after).toMatchObject({ firstName: 'Robyn', lastName: 'Sayers', attributes: { Department: ['Board'] } })
    for (const field of ['id', 'language', 'timezone', 'seatType', 'status', 'groupIds'] as const)
      expect(after?.[field]).toEqual(before?.[field])
  })

  it('lists the candidates for an ambiguous name, and an id resolves it', async () => {
    await using bench = await startUserBench()
    const shifts = bench.standin.control.userState().groups.filter(({ name }) => name === 'Night shift')
    const person = makePerson({ groups: { add_references: [{ name: 'Night shift' }, { name: 'Day shift' }] } })
    const { users } = await bench.run([person], true)
    expect(users[0]?.errors).toEqual([
      {
        reason: 'REASON_GROUP_REFERENCE_AMBIGUOUS',
        field_hint: 'FIELD_GROUPS',
        value_hint: 'Night shift',
        message: 'Group reference is ambiguous, please use a unique identifier',
        level: 'LEVEL_ERROR',
        value_reference: { id: '', name: 'Night shift', valid: false },
        details: { ambiguous_reference: { possible_references: shifts } },
      },
    ])
    expect(shifts).toHaveLength(2)
    const [, second] = shifts
    const settled = { ...person, groups: { add_references: [{ id: second?.id }, { name: 'Day shift' }] } }
    expect((await bench.run([settled])).status).toBe('STATUS_COMPLETED')
    expect(findRow(bench, person.username)?.groupIds).toEqual(expect.arrayContaining([second?.id]))
    expect(findRow(bench, person.username)?.groupIds).toHaveLength(2)
    const [moreId] = bench.standin.control.users.addGroups(['day shift'])
    const again = await bench.run([
      { username: person.username, groups: { remove_references: [{ name: 'Day shift' }] } },
    ])
    expect(JSON.stringify(again.users[0]?.errors)).toContain(moreId)
  })

  it('removes everything for * and keeps what the same request adds', async () => {
    await using bench = await startUserBench()
    const person = makePerson({
      groups: { add_references: [{ name: 'Day shift' }, { name: 'Kitchen staff' }] },
      sites: { add_references: [{ name: 'Head office' }] },
    })
    await bench.run([person])
    const maintenance = bench.standin.control.userState().groups.find(({ name }) => name === 'Maintenance')
    const done = await bench.run([
      {
        username: person.username,
        groups: { remove_references: [{ name: '*' }], add_references: [{ name: 'Maintenance' }] },
        sites: { remove: [{ name: '*' }] },
      },
    ])
    expect([done.status, done.users[0]?.errors]).toEqual(['STATUS_COMPLETED', []])
    expect(findRow(bench, person.username)).toMatchObject({ groupIds: [maintenance?.id], siteIds: [] })
  })

  it('imports a user who is in a job twice only once, whatever the capitals', async () => {
    await using bench = await startUserBench()
    const person = makePerson()
    const second = { ...person, username: ` ${person.username.toUpperCase()}`, first_name: 'Second' }
    const { users, status } = await bench.run([person, second, makePerson()])
    expect(users.map(({ errors }) => errors.map(brief))).toEqual([
      [],
      [`${fatal} REASON_USER_DUPLICATED FIELD_USERNAME`],
      [],
    ])
    expect(status).toBe('STATUS_COMPLETED_WITH_ERRORS')
    expect(findRow(bench, person.username)?.firstName).toBe('New')
    expect(bench.standin.control.users.executions()[person.username]).toBe(1)
  })

  it('creates no user without a free seat, and lets an existing one keep the old seat', async () => {
    await using bench = await startUserBench()
    const { users, userState } = {
      users: bench.standin.control.users,
      userState: () => bench.standin.control.userState(),
    }
    const premium = 'SUBSCRIPTION_SEAT_TYPE_PREMIUM'
    const isOn = ({ seatType, status }: { seatType: string; status: string }) =>
      seatType === premium && status === 'USER_ACTIVE_STATUS_ACTIVE'
    const taken = userState().users.filter(isOn).length
    users.setRules({ seats: { [premium]: taken + 2 } })
    const lite =
      userState().users.find(({ seatType, status }) => seatType.endsWith('LITE') && status.endsWith('_ACTIVE'))
        ?.email ?? ''
    const sent = [
      makePerson(),
      makePerson({ seat_type: premium }),
      makePerson(),
      { username: lite, seat_type: premium },
      { username: owner },
    ]
    const said = [
      [],
      [],
      [`${fatal} REASON_SEAT_LIMIT_REACHED FIELD_SEAT_TYPE`],
      [`${error} REASON_SEAT_LIMIT_REACHED FIELD_SEAT_TYPE`],
      [],
    ]
    users.setRules({ reportsExisting: 'never' })
    // A dry run counts the seats that earlier users would take.
    expect((await bench.run(sent, true)).users.map(({ errors }) => errors.map(brief))).toEqual(said)
    expect((await bench.run(sent)).users.map(({ errors }) => errors.map(brief))).toEqual(said)
    expect(userState().users.filter(isOn)).toHaveLength(taken + 2)
    expect(findRow(bench, lite)?.seatType).toBe('SUBSCRIPTION_SEAT_TYPE_LITE')
    const someone = userState().users.find((row) => isOn(row) && row.email !== owner)?.email ?? ''
    const freed = await bench.run([{ username: someone, status: 'deactivated' }, makePerson()])
    expect(freed.status).toBe('STATUS_COMPLETED')
    expect(
      (await bench.run([{ username: someone, status: 'USER_ACTIVE_STATUS_ACTIVE' }])).users[0]?.errors.map(brief),
    ).toEqual([`${error} REASON_SEAT_LIMIT_REACHED FIELD_SEAT_TYPE`])
    expect(findRow(bench, someone)?.status).toBe('USER_ACTIVE_STATUS_DEACTIVATED')
  })

  it('reports an existing user in a dry run, and changes one by id with a new address that is not taken', async () => {
    await using bench = await startUserBench()
    const [one, two] = bench.standin.control.userState().users
    const known = { username: one?.email, first_name: 'A' }
    const exists = 'LEVEL_INFO REASON_USER_EXISTS FIELD_USERNAME'
    const check = await bench.run([known], true)
    expect([check.status, check.users[0]?.user_id, check.users[0]?.errors.map(brief)]).toEqual([
      'STATUS_VALIDATED',
      one?.id,
      [exists],
    ])
    expect((await bench.run([known])).users[0]?.errors).toEqual([])
    bench.standin.control.users.setRules({ reportsExisting: 'always' })
    expect((await bench.run([known])).users[0]?.errors.map(brief)).toEqual([exists])
    bench.standin.control.users.setRules({ reportsExisting: 'never' })
    expect((await bench.run([known], true)).users[0]?.errors).toEqual([])
    const moved = await bench.run([{ user_id: one?.id, username: 'moved@harrowquill.example' }])
    expect(moved.users[0]).toMatchObject({ user_id: one?.id, errors: [] })
    const taken = await bench.run([{ user_id: one?.id, username: two?.email, last_name: 'B' }])
    expect(taken.users[0]?.errors.map(brief)).toEqual([`${error} REASON_USERNAME_TAKEN FIELD_USERNAME`])
    expect(bench.standin.control.userState().users.find(({ id }) => id === one?.id)).toMatchObject({
      email: 'moved@harrowquill.example',
      firstName: 'A',
      lastName: 'B',
    })
    const same = await bench.run([{ user_id: one?.id }])
    expect(same.status).toBe('STATUS_COMPLETED')
  })

  it('never deactivates the connected account', async () => {
    await using bench = await startUserBench()
    const { users } = await bench.run([{ username: owner, status: 'USER_ACTIVE_STATUS_DEACTIVATED', first_name: 'R.' }])
    expect(users[0]?.errors.map(brief)).toEqual([`${error} REASON_CANNOT_DEACTIVATE_SELF FIELD_STATUS`])
    expect(findRow(bench, owner)).toMatchObject({ status: 'USER_ACTIVE_STATUS_ACTIVE', firstName: 'R.' })
  })
})

describe('the immediate upsert', () => {
  it('accepts one to ten users and returns a result for each, in order', async () => {
    await using bench = await startUserBench()
    const ask = (users: unknown, more: object = {}) => bench.send('POST', '/users/v1/users/upsert', { users, ...more })
    const many = Array.from({ length: 11 }, () => ({
      user: makePerson({ unknown_field: [1], password: 'long enough' }),
    }))
    expect((await ask(many)).body).toEqual({ code: 3, message: 'users: at most 10 users are allowed', details: [] })
    for (const bad of [[], undefined, [{ user: 7 }], [{}], [{ user: { username: 5 } }], [{ user: { groups: [] } }]])
      expect([bad, (await ask(bad)).status]).toEqual([bad, 400])
    const before = bench.standin.control.userState()
    const looked = await ask(many.slice(0, 10), { validate_only: true })
    expect(looked.body['results']).toEqual(Array.from({ length: 10 }, () => ({ user_id: '', errors: [] })))
    expect(bench.standin.control.userState()).toEqual(before)
    const done = (await ask(many.slice(0, 10))).body['results'] as ReportedUser[]
    const ids = done.map(({ user_id: id }) => id)
    expect(ids).toEqual(many.slice(0, 10).map(({ user }) => findRow(bench, user.username)?.id))
    const again = (await ask(many.slice(0, 10))).body['results'] as ReportedUser[]
    expect(again.map(({ user_id: id }) => id)).toEqual(ids)
    expect(bench.standin.control.users.executions()[many[0]?.user.username ?? '']).toBe(2)
    bench.standin.control.userShape = 'bare'
    expect((await ask(many.slice(0, 1))).body).toEqual([{ user_id: ids[0], errors: [] }])
    bench.standin.control.userShape = 'results'
    expect((await ask(many.slice(0, 1))).body).toMatchObject({
      users: [{ user: { password: '********', unknown_field: [1] }, user_id: ids[0] }],
    })
  })
})
