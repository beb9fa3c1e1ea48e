import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addPerson } from '@/lib/asset-changes/testing'
import { readInstant } from '@/lib/db/read-together'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { HandClock } from '@/lib/testing/sync-world'
import { createUserJob } from '@/lib/user-jobs/mutations'
import { UserJobWorld, makeNewJob, makeUsers } from '@/lib/user-jobs/job/testing'
import { listUsers, readUser } from './data'
import { applySites } from './imports'
import { userListing } from './listing'
import { createUserRefresher, type UserRefresher } from './refresh'
import { userFilter, type UserFilter } from './schema'
import { deleteLongRemoved, storeUsers } from './store'
import { wireUser } from './testing'

vi.setConfig({ testTimeout: 60_000 })

let standin: Standin
let db: TestDatabase
let service: Service
let refreshers: UserRefresher[]

const userCount = 250

beforeEach(async () => {
  standin = await startStandin({ inspections: 1, users: userCount, limits: 'off' })
  db = await openTestDatabase()
  service = createService({ baseUrl: standin.baseUrl, token: standin.token, random: () => 0 })
  refreshers = []
})
afterEach(async () => {
  await Promise.all(refreshers.map((refresher) => refresher.stop()))
  await service.close()
  await standin.close()
  await db.close()
})

function startRefresher(own: Pick<Service, 'call'> = service): UserRefresher {
  const refresher = createUserRefresher({
    database: () => Promise.resolve(db),
    service: () => own,
    clock: new HandClock(),
    log: silentLog,
  })
  refreshers.push(refresher)
  refresher.start()
  return refresher
}

const page = (filter: Partial<UserFilter> = {}) =>
  listUsers({ ...userFilter.parse({}), ...filter, limit: 500 }, { db, service })
const readRemoved = async () => new Set((await page({ status: ['removed'] })).rows.map(({ userId }) => userId))
const truth = () => standin.control.userState()

const take = () => userListing.take(db, { leaseId: 'other', isAsked: false })
const passMinutes = (minutes: number) =>
  db.query(`update sync_state set last_started_at = last_started_at - $1 * interval '1 minute'`, [minutes])

/** A service that no longer has some users, neither in lists nor by their ids. */
const without = (gone: ReadonlySet<string>, isGoneByIds = true): Pick<Service, 'call'> => ({
  call: async (operation, ...rest) => {
    const answer = await service.call(operation, ...rest)
    const [input] = rest as unknown as [{ body?: { list_all?: boolean } }]
    if (operation !== 'listUsers' || (!isGoneByIds && input.body?.list_all !== true)) return answer
    const list = structuredClone(answer) as { users: Array<{ user_id: string }> }
    list.users = list.users.filter(({ user_id: id }) => !gone.has(id))
    return list as typeof answer
  },
})

describe('a listing of all users', () => {
  it('stores every user in the index with groups, using the background lane', async () => {
    const lanes = new Set<string | undefined>()
    await startRefresher({
      call: (operation, ...rest) => {
        lanes.add(rest[1]?.lane)
        return service.call(operation, ...rest)
      },
    }).listAll()
    expect(lanes).toEqual(new Set(['background']))
    const { rows, total, reach } = await page()
    const { users, groups } = truth()
    expect(total).toBe(users.length)
    expect(reach).toMatchObject({ trouble: null, readCount: null, groupsTrouble: null })
    expect(reach.refreshedAt).not.toBeNull()
    const names = new Map(groups.map(({ id, name }) => [id, name]))
    for (const user of users) {
      const row = rows.find(({ userId }) => userId === user.id)
      expect(row).toMatchObject({ email: user.email, name: `${user.firstName} ${user.lastName}` })
      expect(new Set(row?.groups)).toEqual(new Set(user.groupIds.map((id) => names.get(id))))
    }
  })

  it('is due again after an hour, and not before', async () => {
    const refresher = startRefresher()
    await refresher.listAll()
    await passMinutes(59)
    expect(await take()).toBeNull()
    await passMinutes(2)
    expect(await take()).not.toBeNull()
  })

  it('reports how many users it has read while it is running', { tags: ['full'] }, async () => {
    const seen: Array<number | null> = []
    await startRefresher({
      call: async (operation, ...rest) => {
        seen.push((await page()).reach.readCount)
        return service.call(operation, ...rest)
      },
    }).listAll()
    expect(seen.slice(0, 2)).toEqual([0, 200])
    expect((await page()).reach.readCount).toBeNull()
  })

  it('marks users who no longer exist as removed, until they are back', async () => {
    await startRefresher().listAll()
    const gone = new Set(
      truth()
        .users.slice(3, 6)
        .map(({ id }) => id),
    )
    await startRefresher(without(gone)).listAll()
    const removed = await page({ status: ['removed'] })
    expect(new Set(removed.rows.map(({ userId }) => userId))).toEqual(gone)
    expect((await page()).total).toBe(truth().users.length)
    await startRefresher().listAll()
    expect((await page({ status: ['removed'] })).total).toBe(0)
  })

  it('keeps users that are missing from its pages but still exist', { tags: ['full'] }, async () => {
    await startRefresher().listAll()
    const jumped = new Set(
      truth()
        .users.slice(0, 5)
        .map(({ id }) => id),
    )
    await startRefresher(without(jumped, false)).listAll()
    expect((await page({ status: ['removed'] })).total).toBe(0)
  })

  it(
    'marks users who cannot be requested by id as removed only when two listings in a row did not name them',
    { tags: ['full'] },
    async () => {
      const gone = new Set(
        truth()
          .users.slice(0, 4)
          .map(({ id }) => id),
      )
      const [back = ''] = gone
      // All listings run on one console, because it remembers the doubtful users of the previous listing.
      let missing: ReadonlySet<string> = new Set()
      let answersByIds = false
      const refresher = startRefresher({
        call: (operation, ...rest) => {
          const [input] = rest as unknown as [{ body?: { list_all?: boolean } }]
          if (operation === 'listUsers' && input.body?.list_all !== true && !answersByIds)
            return Promise.reject(new AppError('upstream_failed', 'No answer.'))
          return without(missing).call(operation, ...rest)
        },
      })
      await refresher.listAll()
      missing = gone
      await refresher.listAll()
      expect(await readRemoved()).toEqual(new Set())
      // The listing named this user again in the meantime, so the user is no longer doubtful.
      missing = new Set([...gone].filter((id) => id !== back))
      await refresher.listAll()
      expect(await readRemoved()).toEqual(missing)
      missing = gone
      await refresher.listAll()
      expect((await readRemoved()).has(back)).toBe(false)
      answersByIds = true
      await refresher.listAll()
      expect(await readRemoved()).toEqual(gone)
    },
  )

  it('reports when the token may not list users, and keeps the known users; single addresses are still found', async () => {
    await storeUsers(db, [wireUser({ userId: 'known' })], await readInstant(db))
    standin.control.setPermissions(['View all data'])
    await expect(startRefresher().listAll()).rejects.toMatchObject({ code: 'upstream_refused' })
    const { rows, reach } = await page()
    expect(rows.map(({ userId }) => userId)).toEqual(['known'])
    expect(reach).toMatchObject({ trouble: 'refused', refreshedAt: null })
    standin.control.setPermissions('all')
    const [user] = truth().users
    const found = await page({ q: user?.email.toUpperCase() ?? '' })
    expect(found.rows.map(({ userId }) => userId)).toEqual([user?.id])
  })

  it('reports an error in the middle, and then removes nobody', async () => {
    await startRefresher().listAll()
    const { refreshedAt } = (await page()).reach
    standin.control.setFault({ operation: 'listUsers', action: { kind: 'status', status: 400 } })
    await expect(startRefresher().listAll()).rejects.toMatchObject({ code: 'invalid' })
    const { total, reach } = await page()
    expect(total).toBe(truth().users.length)
    expect(reach).toMatchObject({ trouble: 'failed', refreshedAt })
    expect((await page({ status: ['removed'] })).total).toBe(0)
  })

  it('stores users even without their groups, and reports why groups are unknown', async () => {
    standin.control.setFault({ operation: 'listGroups', action: { kind: 'status', status: 403 } })
    await startRefresher().listAll()
    const { rows, total, reach } = await page()
    expect(total).toBe(truth().users.length)
    expect(rows[0]?.groups).toBeNull()
    expect(reach.trouble).toBeNull()
    expect(reach.groupsTrouble).toBe(serverText('service.notPermitted'))
  })
})

describe('the index', () => {
  it('keeps fields that it does not know', async () => {
    await startRefresher({
      call: async (operation, ...rest) => {
        const answer = await service.call(operation, ...rest)
        if (operation !== 'listUsers') return answer
        const list = structuredClone(answer) as { users: object[] }
        list.users = list.users.map((user) => ({ ...user, badge: { number: 7 } }))
        return list as typeof answer
      },
    }).listAll()
    const { userId } = (await page()).rows[0] ?? { userId: '' }
    expect((await readUser(userId, db)).rest).toMatchObject({ badge: { number: 7 } })
    await expect(readUser('nobody', db)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('deletes users 90 days after they were removed', async () => {
    await storeUsers(db, [wireUser({ userId: 'a' }), wireUser({ userId: 'b' })], await readInstant(db))
    await db.query(`update organization_users set missing_at = now() - interval '89 days' where user_id = 'a'`)
    expect(await deleteLongRemoved(db)).toBe(0)
    await db.query(`update organization_users set missing_at = now() - interval '91 days' where user_id = 'a'`)
    expect(await deleteLongRemoved(db)).toBe(1)
    expect((await page()).rows.map(({ userId }) => userId)).toEqual(['b'])
  })

  it('does not store the result of an older read', async () => {
    const before = await readInstant(db)
    await storeUsers(db, [wireUser({ userId: 'a', firstName: 'New' })], await readInstant(db))
    await storeUsers(db, [wireUser({ userId: 'a', firstName: 'Old' })], before)
    expect((await page()).rows[0]?.name).toBe('New')
  })
})

describe('an import', () => {
  it(
    'updates its users in the index when it has ended: new and changed users with groups, sites and the import',
    { tags: ['full'] },
    async () => {
      const clock = new HandClock()
      await using world = new UserJobWorld(clock, standin, db, await addPerson(db, 'admin'))
      const refresher = startRefresher()
      await refresher.listAll()
      const { users, groups } = truth()
      const [changed] = users
      const group = groups.find(
        ({ name }, _, all) => all.filter((other) => other.name === name).length === 1 && name.endsWith('drivers'),
      )
      const rows = [
        ...makeUsers(1, 'fresh', {
          groups: { add: [{ name: group?.name ?? '' }], remove: [] },
          sites: { add: [{ name: 'Head office' }], remove: [] },
        }),
        ...makeUsers(1, 'other', { username: changed?.email, firstName: 'Renamed', line: 2 }),
      ]
      const { jobId } = await createUserJob(world.actor, makeNewJob(rows), world.deps)
      const followed: Array<Promise<void>> = []
      world.startWorker(silentLog, (ended) => followed.push(refresher.followImport(ended)))
      await world.untilEnded(jobId)
      await vi.waitFor(() => expect(followed).toHaveLength(1))
      await Promise.all(followed)
      const [fresh] = (await page({ q: 'fresh0@' })).rows
      expect(fresh).toMatchObject({ groups: [group?.name], sites: ['Head office'], lastImport: { jobId, state: 'ok' } })
      expect((await page({ site: ['Head office'] })).total).toBe(1)
      const [renamed] = (await page({ q: changed?.email ?? '' })).rows
      expect(renamed).toMatchObject({ name: 'Renamed Person', lastImport: { jobId } })
      const detail = await readUser(fresh?.userId ?? '', db)
      expect(detail.imports).toMatchObject([{ jobId, line: 1, sourceName: 'people.csv', state: 'ok' }])
    },
  )

  it.each([
    ['adds sites to the known sites', ['A'], { add: [{ name: 'B' }], remove: [] }, null, ['A', 'B']],
    ['removes the named sites', ['A', 'B'], { add: [], remove: [{ name: 'A' }] }, null, ['B']],
    ['removes all known sites', ['A', 'B'], { add: [{ name: 'C' }], remove: [{ name: '*' }] }, null, ['C']],
    ['does not add sites that were refused', null, { add: [{ name: 'A' }, { name: 'X' }], remove: [] }, 'X', ['A']],
    ['leaves sites unknown when it does not contain any', null, null, null, null],
  ])('%s', (_, known, sites, refused, wanted) => {
    const issue = { reason: 'R', level: 'warning' as const, field: 'FIELD_SITES', message: '', choices: [] }
    expect(applySites(known, { sites, issues: refused === null ? null : [{ ...issue, value: refused }] })).toEqual(
      wanted,
    )
  })
})
