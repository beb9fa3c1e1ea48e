import { describe, expect, it } from 'vitest'
import { beginActivity } from '@/lib/activity/journal'
import { keepSnapshot } from '@/lib/activity/snapshot-store'
import { readInstant } from '@/lib/db/read-together'
import { storeListedAssets } from '@/lib/assets/store'
import { wireAsset } from '@/lib/assets/testing'
import { renderText, serverText } from '@/lib/server-text'
import { listAssetChanges } from './data'
import { notes, titleTypeChange, titleUndoAndRestore } from './texts'
import { cancelChange, retryChange } from './mutations'
import { changeAssetsMax } from './values-model'
import { createRestore, createUndo } from './take-back'
import { addPerson, startChangeWorld, type ChangeWorld } from './testing'

/** Adds two groups, a type of the first group whose assets have statuses, and a type without a group. */
async function setUp(world: ChangeWorld, count = 6) {
  const first = await world.addType(count, 'Crane')
  const second = world.standin.control.assets.addGroup({
    name: 'Vehicles',
    options: [{ name: 'Ready', color: 'STATUS_BADGE_COLOR_GREEN' }],
  })
  const [bare = ''] = world.standin.control.assets.addTypes(['Bare'])
  return { ...first, second, bare }
}

describe('changes of the groups of types', () => {
  it('assign each type with one request, and record the statuses that this clears', async () => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { typeId, groupId, second, bare, ids, options } = await setUp(world)
    // These statuses changed after the newest listing. The log must record the statuses that are really cleared.
    world.standin.control.assets.setStatuses({ [ids[1] ?? '']: options[2] ?? '', [ids[2] ?? '']: null })
    const { change } = await world.assign([
      { typeId, fromGroupId: groupId, toGroupId: second },
      { typeId: bare, fromGroupId: null, toGroupId: second },
    ])
    expect(renderText(change.title)).toBe('Assign Vehicles to 2 types')
    const ended = await world.untilEnded(change.changeId)
    expect(ended).toMatchObject({ done: 2, snapshotCount: 5 })
    expect(ended.steps[0]).toMatchObject({
      objectKind: 'asset-type',
      objectName: 'Crane',
      before: { groupId, name: 'Crane states' },
      after: { groupId: second, name: 'Vehicles' },
    })
    expect([world.groupOf(typeId), world.groupOf(bare)]).toEqual([second, second])
    expect(world.count('addStatusGroupTypes')).toBe(2)
    const { rows } = await world.db.query<{ asset_id: string; option_id: string }>(
      `select asset_id, option_id from status_snapshots join activity using (activity_id) where change_id = $1`,
      [change.changeId],
    )
    const kept = new Map(rows.map(({ asset_id, option_id }) => [asset_id, option_id]))
    expect([kept.size, kept.get(ids[0] ?? ''), kept.get(ids[1] ?? '')]).toEqual([5, options[0], options[2]])
    // A type without a group clears nothing, so its entry records nothing.
    const entries = await world.db.query<{ n: number }>(
      `select count(distinct s.activity_id) as n from status_snapshots s join activity a using (activity_id)
       where a.object_id = $1`,
      [bare],
    )
    expect(entries.rows[0]?.n).toBe(0)
    await world.until('the index follows', async () => {
      const left = await world.db.query('select from assets where asset_id = any($1) and option_id is not null', [ids])
      return left.rows.length === 0
    })
  })

  it(
    'are undone by one change that assigns the earlier groups and restores what was cleared; failed steps can be retried',
    { tags: ['full'] },
    async () => {
      await using world = await startChangeWorld()
      world.startWorker()
      const { typeId, groupId, second, ids, options } = await setUp(world)
      const { change } = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: second }])
      await world.untilEnded(change.changeId)
      // This status is set after the change. Undoing clears it, and restores the status that the asset had before.
      const [ready = ''] = world.optionsOf(second)
      world.standin.control.assets.setStatuses({ [ids[0] ?? '']: ready })
      const fault = world.standin.control.setFault({
        operation: 'updateAsset',
        names: ids[1] ?? '',
        action: { kind: 'status', status: 400 },
      })
      const undone = await createUndo(world.actor, change.changeId, world.deps)
      expect(undone.change).toMatchObject({
        kind: 'undo-and-restore',
        title: titleUndoAndRestore(titleTypeChange([{ typeName: 'Crane', toName: 'Vehicles' }]), 6),
        ofChangeId: change.changeId,
      })
      const ended = await world.untilEnded(undone.change.changeId)
      expect(ended).toMatchObject({ total: 7, done: 6, failed: 1 })
      expect(world.groupOf(typeId)).toBe(groupId)
      expect(world.statuses(ids)).toEqual([options[0], null, ...Array.from({ length: 4 }, () => options[0])])
      const { rows } = await world.db.query<{ action: string; n: number }>(
        `select action, count(*) as n from activity where change_id = $1 group by action order by action`,
        [undone.change.changeId],
      )
      expect(rows).toEqual([
        { action: 'asset-type.assign-group', n: 1 },
        { action: 'asset.restore-status', n: 6 },
      ])
      world.standin.control.clearFaults(fault)
      await retryChange(world.actor, undone.change.changeId, { states: ['failed'] }, world.deps)
      expect(await world.untilEnded(undone.change.changeId)).toMatchObject({ done: 7, failed: 0 })
      expect(world.statuses(ids)).toEqual(ids.map(() => options[0]))
    },
  )

  it(
    'are undone with all statuses even if the index still has the statuses from before the change',
    { tags: ['full'] },
    async () => {
      await using world = await startChangeWorld()
      world.startWorker()
      const { typeId, groupId, second, ids, options } = await setUp(world)
      // The listing after the change is refused, so the index keeps what it listed before.
      const fault = world.standin.control.setFault({ operation: 'listAssets', action: { kind: 'status', status: 403 } })
      const { change } = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: second }])
      await world.untilEnded(change.changeId)
      world.standin.control.clearFaults(fault)
      const undone = await createUndo(world.actor, change.changeId, world.deps)
      expect(await world.untilEnded(undone.change.changeId)).toMatchObject({ total: 7, done: 7 })
      expect(world.statuses(ids)).toEqual(ids.map(() => options[0]))
    },
  )

  it(
    'restore nothing while the earlier group cannot be assigned, and continue when they are retried',
    { tags: ['full'] },
    async () => {
      await using world = await startChangeWorld()
      world.startWorker()
      const { typeId, groupId, second, ids, options } = await setUp(world)
      const { change } = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: second }])
      await world.untilEnded(change.changeId)
      const fault = world.standin.control.setFault({
        operation: 'addStatusGroupTypes',
        action: { kind: 'status', status: 400 },
      })
      const written = world.count('updateAsset')
      const undone = await createUndo(world.actor, change.changeId, world.deps)
      const ended = await world.untilEnded(undone.change.changeId)
      expect(ended).toMatchObject({ total: 7, done: 0, failed: 7 })
      expect(ended.steps.at(-1)?.note).toBe(notes.notAssigned)
      expect(world.count('updateAsset')).toBe(written)
      world.standin.control.clearFaults(fault)
      // Retrying one restore also retries the assignment of the group.
      await retryChange(world.actor, undone.change.changeId, { states: ['failed'], positions: [6] }, world.deps)
      expect(await world.untilEnded(undone.change.changeId)).toMatchObject({ done: 2, failed: 5 })
      expect(world.groupOf(typeId)).toBe(groupId)
      await retryChange(world.actor, undone.change.changeId, { states: ['failed'] }, world.deps)
      expect(await world.untilEnded(undone.change.changeId)).toMatchObject({ done: 7, failed: 0 })
      expect(world.statuses(ids)).toEqual(ids.map(() => options[0]))
    },
  )

  it(
    'are undone by assigning another group, and cleared statuses are restored where possible',
    { tags: ['full'] },
    async () => {
      await using world = await startChangeWorld()
      world.startWorker()
      const { typeId, groupId, second, ids, options } = await setUp(world)
      const { change } = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: second }])
      await world.untilEnded(change.changeId)
      // The new group has no such status. Nothing can be restored yet, and the reason is given.
      await expect(createRestore(world.actor, { changeId: change.changeId }, world.deps)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('6 assets have a type whose group does not include that status: Crane.'),
      })
      const back = await world.assign([{ typeId, fromGroupId: second, toGroupId: groupId }])
      expect((await world.untilEnded(back.change.changeId)).done).toBe(1)
      expect(world.statuses(ids)).toEqual(ids.map(() => null))
      // Since then one asset was deleted, and another one got another status.
      world.standin.control.assets.setStatuses({ [ids[0] ?? '']: options[2] ?? '' })
      await world.db.query('update assets set missing_at = now() where asset_id = $1', [ids[1]])
      world.standin.control.setFault({ names: ids[1] ?? '', action: { kind: 'status', status: 404 } })
      const restored = await createRestore(
        world.actor,
        { changeId: change.changeId },
        { ...world.deps, refreshTypes: async () => undefined },
      )
      expect(restored).toMatchObject({
        leftOut: 1,
        leftOutNote: serverText('assetChanges.leftOut.missing', { count: 1 }),
      })
      const ended = await world.untilEnded(restored.change.changeId)
      expect(renderText(ended.title)).toBe('Restore the status of 5 assets')
      expect(ended).toMatchObject({ done: 4, failed: 1 })
      // The index did not have this status yet, but the step read the asset before sending and left it unchanged.
      expect(ended.steps.find(({ objectId }) => objectId === ids[0])).toMatchObject({
        state: 'failed',
        note: notes.otherStatus({ name: 'C' }),
      })
      expect(world.statuses(ids)).toEqual([options[2], null, ...Array.from({ length: 4 }, () => options[0])])
      const again = await createRestore(world.actor, { changeId: change.changeId }, world.deps)
      expect(await world.untilEnded(again.change.changeId)).toMatchObject({ unchanged: 4 })
      expect(again.leftOutNote).toContain(serverText('assetChanges.leftOut.taken', { count: 1 }))
    },
  )

  it('restore statuses by name in a recreated group, preferring the same color', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { typeId, groupId, ids } = await setUp(world, 3)
    const { change } = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: null }])
    expect(renderText(change.title)).toBe('Remove the group of Crane')
    expect(await world.untilEnded(change.changeId)).toMatchObject({ done: 1, snapshotCount: 3 })
    const { assets } = world.standin.control
    assets.deleteGroup(groupId)
    const made = assets.addGroup({
      name: 'Crane states',
      options: [
        { name: 'A', color: 'STATUS_BADGE_COLOR_RED' },
        { name: 'A', color: 'STATUS_BADGE_COLOR_GREEN' },
      ],
    })
    assets.assign([typeId], made)
    const entry = await world.db.query<{ activity_id: string }>(
      'select activity_id from activity where change_id = $1',
      [change.changeId],
    )
    const asked = { activityId: entry.rows[0]?.activity_id ?? '' }
    const { change: restored } = await createRestore(world.actor, asked, world.deps)
    expect(await world.untilEnded(restored.changeId)).toMatchObject({ done: 3 })
    expect(world.statuses(ids)).toEqual(ids.map(() => world.optionsOf(made)[1]))
  })

  it(
    'of 50 types retry only those 3 that failed, without sending the others a second time',
    { tags: ['full'] },
    async () => {
      await using world = await startChangeWorld({ limits: 'off' })
      world.startWorker()
      const { second } = await setUp(world, 0)
      const names = Array.from({ length: 50 }, (_, at) => `Type ${at}`)
      const typeIds = world.standin.control.assets.addTypes(names)
      const wrong = [0, 20, 49].map((at) => typeIds[at] ?? '')
      world.standin.control.failWrites(wrong, { status: 500 })
      const { change } = await world.assign(typeIds.map((typeId) => ({ typeId, fromGroupId: null, toGroupId: second })))
      const ended = await world.untilEnded(change.changeId)
      expect(renderText(ended.title)).toBe('Assign Vehicles to 50 types')
      expect(ended).toMatchObject({ done: 47, failed: 3 })
      expect(ended.steps.filter(({ state }) => state === 'failed').map(({ objectId }) => objectId)).toEqual(wrong)
      await world.retry(change.changeId, ['failed'])
      expect(await world.untilEnded(change.changeId)).toMatchObject({ done: 50 })
      expect(world.count('addStatusGroupTypes')).toBe(53)
      expect(typeIds.map((typeId) => world.groupOf(typeId))).toEqual(typeIds.map(() => second))
    },
  )

  it(
    'refuse a type whose group has changed, naming that group, and leave a type that already has the new group unchanged',
    { tags: ['full'] },
    async () => {
      await using world = await startChangeWorld()
      world.startWorker()
      const { typeId, groupId, second, bare, ids } = await setUp(world)
      const third = world.standin.control.assets.addGroup({ name: 'Third', options: [] })
      world.standin.control.assets.assign([bare], second)
      const { change } = await world.assign([
        { typeId, fromGroupId: second, toGroupId: third },
        { typeId: bare, fromGroupId: null, toGroupId: second },
      ])
      const { steps } = await world.untilEnded(change.changeId)
      expect(steps.map(({ state, note }) => [state, note])).toEqual([
        ['failed', notes.otherGroup('Crane states')],
        ['unchanged', null],
      ])
      expect(world.groupOf(typeId)).toBe(groupId)
      expect(world.statuses(ids)).not.toContain(null)
      expect(world.count('addStatusGroupTypes')).toBe(0)
    },
  )

  it.each([
    ['done', 'after'],
    ['failed', 'before'],
  ] as const)('find out the outcome of a write with a lost response: %s', async (state, when) => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { typeId, groupId, second } = await setUp(world)
    world.standin.control.failWrites([typeId], { when })
    const { change } = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: second }])
    const ended = await world.untilEnded(change.changeId)
    expect(ended.steps[0]).toMatchObject({ state, note: state === 'done' ? notes.wasDone : notes.notDone })
    // A step that was not done cleared nothing, although it had recorded statuses before it was sent.
    expect(ended.snapshotCount).toBe(state === 'done' ? 6 : 0)
    expect(world.count('addStatusGroupTypes')).toBe(1)
  })

  it(
    'that take effect after the last check have recorded what they clear, so that it can be restored',
    { tags: ['full'] },
    async () => {
      await using world = await startChangeWorld()
      world.startWorker()
      const { typeId, groupId, second, ids } = await setUp(world)
      world.standin.control.failWrites([typeId], { when: 'before' })
      const { change } = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: second }])
      expect(await world.untilEnded(change.changeId)).toMatchObject({ failed: 1, snapshotCount: 0 })
      const { assets } = world.standin.control
      assets.assign([typeId], second)
      assets.assign([typeId], groupId)
      expect(world.statuses(ids)).toEqual(ids.map(() => null))
      await world.refreshTypes([typeId])
      expect((await world.read(change.changeId)).snapshotCount).toBe(6)
      const restored = await createRestore(world.actor, { changeId: change.changeId }, world.deps)
      expect(await world.untilEnded(restored.change.changeId)).toMatchObject({ done: 6 })
      expect(world.statuses(ids)).not.toContain(null)
    },
  )

  it('restore more statuses than one change can have in several changes', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld({ limits: 'off' })
    const { typeId, groupId, options } = await world.addType(0)
    const count = changeAssetsMax + 7
    const now = await readInstant(world.db)
    const made = Array.from({ length: count }, (_, at) => wireAsset({ assetId: `many-${at}`, typeId }))
    await storeListedAssets(world.db, made, now)
    const activityId = await beginActivity(world.db, world.actor, {
      action: 'status-group.delete',
      objectKind: 'status-group',
      objectId: 'gone',
      objectName: 'Many',
    })
    await keepSnapshot(
      world.db,
      activityId,
      made.map(({ assetId, code }) => ({
        assetId,
        code,
        typeId,
        groupId,
        optionId: options[0] ?? '',
        optionName: 'A',
        optionColor: 'STATUS_BADGE_COLOR_GREEN',
      })),
    )
    const deps = { ...world.deps, refreshTypes: async () => undefined }
    const first = await createRestore(world.actor, { activityId }, deps)
    expect(first).toMatchObject({ leftOut: 7, change: { total: changeAssetsMax } })
    expect(first.leftOutNote).toContain(serverText('assetChanges.leftOut.later', { count: 7 }))
    await world.db.query(
      `update assets set option_id = $2 from asset_change_steps s where s.change_id = $1 and object_id = asset_id`,
      [first.change.changeId, options[0]],
    )
    await world.db.query(`update asset_change_steps set state = 'done' where change_id = $1`, [first.change.changeId])
    const second = await createRestore(world.actor, { activityId }, deps)
    expect(second).toMatchObject({ leftOutNote: null, change: { total: 7 } })
    await world.db.query(`update assets set option_id = $1 where asset_id like 'many-%'`, [options[0]])
    await expect(createRestore(world.actor, { activityId }, deps)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('work if assets cannot be listed: they keep the earlier listing, and say so', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { typeId, groupId, second } = await setUp(world)
    world.standin.control.setFault({ operation: 'listAssets', action: { kind: 'status', status: 403 } })
    const [unknown = ''] = world.standin.control.assets.addTypes(['Never listed'], groupId)
    world.standin.control.assets.addAssets(unknown, 1, 'N', world.optionsOf(groupId)[0] ?? null)
    const { change } = await world.assign([
      { typeId, fromGroupId: groupId, toGroupId: second },
      { typeId: unknown, fromGroupId: groupId, toGroupId: second },
    ])
    const ended = await world.untilEnded(change.changeId)
    // The statuses of the earlier listing are kept, with the time of that listing.
    expect(ended).toMatchObject({
      snapshotCount: 6,
      steps: [
        { state: 'done', note: notes.noListing(6) },
        { state: 'done', note: notes.noListing(0) },
      ],
    })
    expect(world.groupOf(typeId)).toBe(second)
  })

  it('are not sent while the statuses that they would clear cannot be read', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    world.startWorker()
    const { typeId, groupId, second, ids } = await setUp(world)
    world.standin.control.setFault({ operation: 'listAssets', action: { kind: 'status', status: 500 } })
    const { change } = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: second }])
    const ended = await world.untilEnded(change.changeId)
    expect(ended.steps[0]).toMatchObject({
      state: 'failed',
      note: expect.stringContaining(serverText('common.nothingSent')),
    })
    expect(world.count('addStatusGroupTypes')).toBe(0)
    expect(world.statuses(ids)).not.toContain(null)
  })

  it('can be canceled by their owner and by admins, and are visible to everyone', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld()
    const { typeId, groupId, ids, options } = await setUp(world)
    const [owner, other] = [await addPerson(world.db, 'editor'), await addPerson(world.db, 'editor')]
    const { change } = await world.setStatus(ids, options[1] ?? '', owner)
    await expect(cancelChange(other, change.changeId, world.deps)).rejects.toMatchObject({ code: 'forbidden' })
    const seen = await listAssetChanges(other, {}, world.db)
    expect(seen.changes).toMatchObject([{ changeId: change.changeId, isMine: false, mayChange: false, open: 6 }])
    expect((await cancelChange(world.actor, change.changeId, world.deps)).cancelled).toBe(6)
    // An editor may not change groups, not even by undoing a change from the time when they were an admin.
    const types = await world.assign([{ typeId, fromGroupId: groupId, toGroupId: null }], owner)
    expect(types.change.mayChange).toBe(false)
    await expect(createUndo(owner, types.change.changeId, world.deps)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(world.assign([{ typeId, fromGroupId: null, toGroupId: 'nowhere' }])).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
