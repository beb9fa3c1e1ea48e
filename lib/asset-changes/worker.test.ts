import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/errors'
import { cancelChange } from './mutations'
import { renderText } from '@/lib/server-text'
import { notes } from './texts'
import { assetChangeRead } from './schema'
import { runs } from '@/lib/testing/random-runs'
import { startChangeWorld, type ChangeWorld } from './testing'

/** Requests to set a status that the stand-in received since the last reset. */
const sends = (world: ChangeWorld) => world.count('updateAsset')

async function readLog(world: ChangeWorld, changeId: string) {
  const { rows } = await world.db.query<{ action: string; outcome: string; n: number }>(
    'select action, outcome, count(*) as n from activity where change_id = $1 group by 1, 2 order by 1, 2',
    [changeId],
  )
  return rows.map(({ action, outcome, n }) => `${action} ${outcome} ${n}`)
}

describe('changes of statuses', () => {
  it('set each asset with one request, and log its status before and after', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { ids, options, groupId } = await world.addType(12)
    const { change, leftOut } = await world.setStatus(ids, options[1] ?? '')
    expect([renderText(change.title), change.total, leftOut]).toEqual(['Set 12 assets to B', 12, 0])
    const ended = await world.untilEnded(change.changeId)
    expect(assetChangeRead.parse(ended)).toEqual(ended)
    expect(ended).toMatchObject({ done: 12, failed: 0, open: 0, snapshotCount: 0 })
    expect(ended.finishedAt).not.toBeNull()
    expect(ended.steps[0]).toMatchObject({
      objectName: 'Crane-1',
      before: { optionId: options[0], name: 'A', groupId },
      after: { optionId: options[1], name: 'B', groupId },
    })
    expect(world.statuses(ids)).toEqual(ids.map(() => options[1]))
    expect(sends(world)).toBe(12)
    const { rows } = await world.db.query(
      `select action, outcome, before->>'name' as before, after->>'name' as after, count(*) as n
       from activity where change_id = $1 group by 1, 2, 3, 4`,
      [change.changeId],
    )
    expect(rows).toEqual([{ action: 'asset.set-status', outcome: 'done', before: 'A', after: 'B', n: 12 }])
    const mirror = await world.db.query('select distinct option_id, option_name from assets where asset_id = any($1)', [
      ids,
    ])
    expect(mirror.rows).toEqual([{ option_id: options[1], option_name: 'B' }])
  })

  it('skip assets that already have the status: without a request if the index is recent, otherwise after a read', async () => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { ids, options } = await world.addType(4)
    const [, second = '', third = ''] = ids
    await world.db.query(`update assets set seen_at = seen_at - interval '5 minutes' where asset_id = any($1)`, [
      [second, third],
    ])
    // Another person changed this asset since the last listing, so the index has a wrong status for it.
    world.standin.control.assets.setStatuses({ [third]: options[2] ?? '' })
    const { change } = await world.setStatus(ids, options[0] ?? '')
    const ended = await world.untilEnded(change.changeId)
    expect(ended.steps.map(({ state }) => state)).toEqual(['unchanged', 'unchanged', 'done', 'unchanged'])
    expect([sends(world), world.count('getAsset')]).toEqual([1, 2])
    expect(ended.steps[2]?.before).toMatchObject({ optionId: options[2] })
    expect(world.statuses(ids)).toEqual(ids.map(() => options[0]))
  })

  it('of 200 assets retry only those that failed', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld({ limits: 'off' })
    world.startWorker()
    const { ids, options } = await world.addType(200)
    const wrong = [3, 77, 150].map((at) => ids[at] ?? '')
    world.standin.control.failWrites(wrong, { status: 500 })
    const { change } = await world.setStatus(ids, options[1] ?? '')
    const ended = await world.untilEnded(change.changeId)
    expect(ended).toMatchObject({ done: 197, failed: 3 })
    const failed = ended.steps.filter(({ state }) => state === 'failed')
    expect(failed.map(({ objectId }) => objectId).toSorted()).toEqual(wrong.toSorted())
    expect(renderText(failed[0]?.note ?? '')).toContain('status 500')
    expect(sends(world)).toBe(200)
    await world.retry(change.changeId, ['failed'])
    expect(await world.untilEnded(change.changeId)).toMatchObject({ done: 200, failed: 0 })
    expect(sends(world)).toBe(203)
    expect(world.statuses(ids)).toEqual(ids.map(() => options[1]))
    expect(await readLog(world, change.changeId)).toEqual(['asset.set-status done 200', 'asset.set-status failed 3'])
  })

  it.each([
    ['done as soon as a recheck shows it', 'after', 'done', notes.wasDone],
    ['failed without being sent again', 'before', 'failed', notes.notDone],
  ] as const)('are unknown after a lost response, then %s', async (_, when, state, note) => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { ids, options } = await world.addType(2)
    world.standin.control.failWrites([ids[0] ?? ''], { when })
    // Rechecks fail for now, so that the test can see "unknown" however fast they are.
    const fault = world.standin.control.setFault({ operation: 'getAsset', action: { kind: 'status', status: 503 } })
    const { change } = await world.setStatus(ids, options[1] ?? '')
    await world.until('it is unknown', async () => (await world.read(change.changeId)).unknown === 1, 20)
    expect((await world.read(change.changeId)).steps[0]).toMatchObject({ state: 'unknown', note: notes.lost })
    expect(await readLog(world, change.changeId)).toContain('asset.set-status unknown 1')
    const lostAt = world.clock.now()
    world.standin.control.clearFaults(fault)
    const ended = await world.untilEnded(change.changeId)
    expect(world.clock.now() - lostAt).toBeLessThanOrEqual(15_000)
    expect(ended.steps[0]).toMatchObject({ state, note })
    expect(sends(world)).toBe(2)
    expect(await readLog(world, change.changeId)).not.toContain('asset.set-status unknown 1')
    if (state === 'failed') {
      await world.retry(change.changeId, ['failed'])
      expect(await world.untilEnded(change.changeId)).toMatchObject({ done: 2 })
      expect(sends(world)).toBe(3)
    }
    expect(world.statuses(ids)).toEqual(ids.map(() => options[1]))
  })

  const lost = runs(100, 8)
  it(`find out the outcome of ${lost} lost responses and send no step twice`, { tags: ['R9'] }, async () => {
    await using world = await startChangeWorld({ limits: 'off' })
    world.startWorker()
    const { ids, options } = await world.addType(lost)
    const half = ids.filter((_, at) => at % 2 === 0)
    world.standin.control.failWrites(half, { when: 'after' })
    world.standin.control.failWrites(
      ids.filter((id) => !half.includes(id)),
      { when: 'before' },
    )
    const { change } = await world.setStatus(ids, options[1] ?? '')
    const ended = await world.untilEnded(change.changeId)
    expect([ended.done, ended.failed, sends(world)]).toEqual([half.length, half.length, lost])
    expect(ended.steps.filter(({ state }) => state === 'done').map(({ objectId }) => objectId)).toEqual(half)
    expect(world.statuses(ids)).toEqual(ids.map((id) => options[half.includes(id) ? 1 : 0]))
    // So many lost responses look like an outage, so a step may have been held back once before it was sent.
    const log = await world.db.query<{ outcome: string }>('select distinct outcome from activity')
    expect(log.rows.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'failed'])
  })

  it('check an unknown step before a retry, and do not send it again if it was done', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { ids, options } = await world.addType(1)
    world.standin.control.failWrites(ids, { when: 'after' })
    const fault = world.standin.control.setFault({ operation: 'getAsset', action: { kind: 'status', status: 503 } })
    const { change } = await world.setStatus(ids, options[1] ?? '')
    await world.until('it is unknown', async () => (await world.read(change.changeId)).unknown === 1)
    await world.retry(change.changeId, ['unknown'])
    world.standin.control.clearFaults(fault)
    expect((await world.untilEnded(change.changeId)).steps[0]).toMatchObject({ state: 'done', note: notes.wasDone })
    expect(sends(world)).toBe(1)
  })

  it('are done when the service accepts a request and completes it later', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    const { ids, options } = await world.addType(1)
    let isTaken = false
    world.startWorker({
      ...world.remote,
      setStatus: () => {
        isTaken = true
        return Promise.reject(new AppError('upstream_failed', 'It took the request, but has another status.'))
      },
    })
    const { change } = await world.setStatus(ids, options[1] ?? '')
    await world.until('it is looked at', async () => (await world.read(change.changeId)).unknown === 1, 20)
    expect(isTaken).toBe(true)
    expect((await world.read(change.changeId)).steps[0]?.note).toBe(notes.taken)
    world.standin.control.assets.setStatuses({ [ids[0] ?? '']: options[1] ?? '' })
    expect((await world.untilEnded(change.changeId)).steps[0]).toMatchObject({ state: 'done', note: null })
  })

  it('record the status that is really cleared and not the listed one', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { ids, options } = await world.addType(3)
    // The index does not have these two changes.
    world.standin.control.assets.setStatuses({ [ids[0] ?? '']: options[2] ?? '', [ids[1] ?? '']: null })
    const { change } = await world.setStatus(ids, null)
    expect(await world.untilEnded(change.changeId)).toMatchObject({ done: 2, unchanged: 1, snapshotCount: 2 })
    const { rows } = await world.db.query<{ asset_id: string; option_id: string }>(
      'select asset_id, option_id from status_snapshots',
    )
    expect(new Map(rows.map((row) => [row.asset_id, row.option_id]))).toEqual(
      new Map([
        [ids[0], options[2]],
        [ids[2], options[0]],
      ]),
    )
  })

  it('are not done if the request succeeded but the asset shows another status', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    const { ids, options } = await world.addType(1)
    world.startWorker({
      ...world.remote,
      // Another person sets another status a moment later.
      setStatus: async (assetId, optionId) => {
        const asset = await world.remote.setStatus(assetId, optionId)
        world.standin.control.assets.setStatuses({ [assetId]: options[2] ?? '' })
        return {
          ...asset,
          status: { optionId: options[2] ?? '', name: 'C', color: '', groupId: null, groupName: null },
        }
      },
    })
    const { change } = await world.setStatus(ids, options[1] ?? '')
    const ended = await world.untilEnded(change.changeId)
    expect(ended.steps[0]).toMatchObject({ state: 'failed', note: notes.notChanged({ name: 'C' } as never) })
  })

  it('stop sending after a few refusals when the permission is missing', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    const { areWritesRefused, noteWriteAccepted } = await import('@/lib/service/refusals')
    noteWriteAccepted('assets')
    const { ids, options } = await world.addType(200)
    world.startWorker()
    world.standin.control.setPermissions(['Assets: Access'])
    const { change } = await world.setStatus(ids, options[1] ?? '')
    const ended = await world.untilEnded(change.changeId)
    expect(ended.failed).toBe(200)
    expect(new Set(ended.steps.map(({ note }) => note)).size).toBe(1)
    expect(renderText(ended.steps[0]?.note ?? '')).toContain('is not allowed to do this')
    expect(sends(world)).toBeLessThanOrEqual(16)
    expect(areWritesRefused('assets')).toBe(true)
    world.standin.control.setPermissions('all')
    await world.retry(change.changeId, ['failed'])
    expect((await world.untilEnded(change.changeId)).done).toBe(200)
    expect(areWritesRefused('assets')).toBe(false)
  })

  it('stay within the rate limit, say what they wait for, and complete all steps', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld({ limits: { other: 60 } })
    world.startWorker()
    const { ids, options } = await world.addType(90)
    const { change } = await world.setStatus(ids, options[1] ?? '')
    const seen = new Set<string | null>()
    await world.until(
      'the change ends',
      async () => {
        const { steps, open } = await world.read(change.changeId)
        for (const { state, note } of steps) if (state === 'waiting') seen.add(note)
        return open === 0
      },
      1_000,
    )
    expect((await world.untilEnded(change.changeId)).done).toBe(90)
    expect(world.standin.control.throttled).toBeLessThanOrEqual(2)
    expect([...seen]).toContain(notes.room)
    expect(sends(world)).toBeLessThanOrEqual(92)
  })

  it('wait for a service that is down', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    const { ids, options } = await world.addType(30)
    world.startWorker()
    const fault = world.standin.control.setFault({ action: { kind: 'status', status: 503 } })
    await world.until('the service is taken for down', () => {
      world.service.call('listStatusGroups', {}).catch(() => null)
      return world.service.breaker().state !== 'closed'
    })
    // Setting a status needs the current groups and cannot start during the outage. Clearing does not need them.
    await expect(world.setStatus(ids, options[1] ?? '')).rejects.toMatchObject({ code: 'unavailable' })
    const { change } = await world.setStatus(ids, null)
    await world.until('it says so', async () => (await world.read(change.changeId)).steps[0]?.note === notes.down)
    expect(sends(world)).toBe(0)
    world.standin.control.clearFaults(fault)
    expect((await world.untilEnded(change.changeId)).done).toBe(30)
    expect(world.statuses(ids)).toEqual(ids.map(() => null))
  })

  it(
    'send nothing more after a cancel, while a step that is being sent records its own outcome',
    { tags: ['full'] },
    async () => {
      await using world = await startChangeWorld({ limits: { other: 60 } })
      world.startWorker()
      const { ids, options } = await world.addType(200)
      const { change } = await world.setStatus(ids, options[1] ?? '')
      await world.until('some are done', async () => (await world.read(change.changeId)).done > 3, 50)
      await cancelChange(world.actor, change.changeId, world.deps)
      const ended = await world.untilEnded(change.changeId)
      expect(ended.cancelledAt).not.toBeNull()
      expect(ended.done + ended.cancelled).toBe(200)
      expect(ended.cancelled).toBeGreaterThan(0)
      const sent = sends(world)
      await world.until('time passes', () => world.clock.now() > Date.parse('2026-06-01T00:05:00Z'), 5_000)
      expect(sends(world)).toBe(sent)
      expect(world.statuses(ids).filter((one) => one === options[1])).toHaveLength(ended.done)
    },
  )

  it('send each step only once from two consoles on one database', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld({ limits: 'off' })
    world.startWorker()
    world.startWorker()
    const { ids, options } = await world.addType(120)
    const { change } = await world.setStatus(ids, options[1] ?? '')
    expect((await world.untilEnded(change.changeId)).done).toBe(120)
    expect(sends(world)).toBe(120)
  })
})
