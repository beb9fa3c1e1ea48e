import { describe, expect, it, vi } from 'vitest'
import { addPerson } from '@/lib/asset-changes/testing'
import { makeUsers, startUserJobWorld } from './job/testing'
import { readFixSheet } from './reopen'

vi.setConfig({ testTimeout: 120_000 })

const header = ['E-mail', 'First name', 'Last name', 'Password', 'Where']

const add = (name: string) => ({ add: [{ name }], remove: [] })

/** One row is refused, one is imported without its site, one has only a warning, and one is fine. */
function makeMixed() {
  const users = makeUsers(4)
  for (const [at, user] of users.entries()) {
    user.line = 10 * (at + 1)
    user.cells = [...user.cells, at === 1 ? 'Atlantis Depot' : '']
    if (at === 1) Object.assign(user, { sites: add('Atlantis Depot'), password: 'long enough' })
    if (at === 2) user.groups = { add: [], remove: [{ name: 'Kitchen staff' }] }
  }
  return users
}

describe('rows that still need fixing', () => {
  it('are those that were not fully imported, with their reasons and mapping, until a later job has imported them', async () => {
    await using world = await startUserJobWorld()
    const users = makeMixed()
    world.standin.control.users.failUsers([users[0]?.username ?? ''], { field: 'FIELD_USERNAME', reason: 'REASON_BAD' })
    world.startWorker()
    const jobId = await world.create(users, { header })
    expect(await world.untilEnded(jobId)).toMatchObject({
      rows: { ok: 1, warned: 2, failed: 1 },
      toFix: { rows: 2, withField: 2 },
    })
    const sheet = await readFixSheet(world.actor, jobId, world.db)
    expect(sheet).toMatchObject({ jobId, kind: 'run', sourceName: 'people.csv', header })
    expect(sheet.rows.map(({ line, state, hadPassword }) => [line, state, hadPassword])).toEqual([
      [10, 'failed', false],
      [20, 'warned', true],
    ])
    expect(sheet.rows[1]?.issues).toMatchObject([{ field: 'FIELD_SITES', value: 'Atlantis Depot', level: 'error' }])
    expect(JSON.stringify(sheet)).not.toContain('long enough')
    expect(sheet.mapping.map((use) => (use.to === 'field' ? use.field : use.to))).toEqual([
      'email',
      'firstName',
      'lastName',
      'password',
      'sitesAdd',
    ])

    // The address of one row is corrected. Its line number shows that it is the same row.
    const [first, second] = users
    const fixed = [
      { ...first, username: 'corrected@harrowquill.example', line: 10 },
      { ...second, sites: undefined },
    ] as typeof users
    const later = await world.create(fixed, { header, ofJobId: jobId })
    expect(await world.untilEnded(later)).toMatchObject({ ofJobId: jobId, rows: { ok: 2 } })
    expect((await readFixSheet(world.actor, jobId, world.db)).rows).toEqual([])
    expect((await world.read(jobId)).toFix).toEqual({ rows: 0, withField: 0 })
  })

  it('are all rows of a dry run, because none is imported yet', async () => {
    await using world = await startUserJobWorld()
    world.startWorker()
    const jobId = await world.create(makeMixed(), { header, kind: 'check' })
    expect((await world.untilEnded(jobId)).toFix).toEqual({ rows: 1, withField: 1 })
    expect((await readFixSheet(world.actor, jobId, world.db)).rows.map(({ line }) => line)).toEqual([10, 20, 30, 40])
  })

  it('are available only to people who may change the job, after it has ended, and only if it has cells', async () => {
    await using world = await startUserJobWorld()
    const jobId = await world.create(makeUsers(1, 'p', { cells: [] }))
    const viewer = await addPerson(world.db, 'viewer')
    await expect(readFixSheet(viewer, jobId, world.db)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(readFixSheet(world.actor, jobId, world.db)).rejects.toMatchObject({ code: 'conflict' })
    world.standin.control.users.failUsers(['p0@harrowquill.example'])
    world.startWorker()
    await world.untilEnded(jobId)
    await expect(readFixSheet(world.actor, jobId, world.db)).rejects.toThrow('created without a file')
    await expect(readFixSheet(world.actor, crypto.randomUUID(), world.db)).rejects.toMatchObject({ code: 'not_found' })
  })
})
