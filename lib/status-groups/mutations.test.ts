import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginActivity, finishActivity } from '@/lib/activity/journal'
import { readSnapshot } from '@/lib/activity/snapshot-store'
import { rewriteActivity } from '@/lib/activity/testing'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { noteWriteAccepted } from '@/lib/service/refusals'
import { statusGroupBoard, statusGroupWritten, type StatusGroup } from './schema'
import { startGroupWorld, type GroupWorld } from './testing'
import type { WriteOptions } from './write'

const green = 'STATUS_BADGE_COLOR_GREEN'
const red = 'STATUS_BADGE_COLOR_RED'
const keep = (group: StatusGroup, ...names: string[]) => group.options.filter(({ name }) => names.includes(name))
const idOf = (group: StatusGroup, name: string) => keep(group, name)[0]?.optionId ?? ''
const namesOf = (group: { options: ReadonlyArray<{ name: string }> } | null | undefined) =>
  group?.options.map(({ name }) => name).join(' ')

let world: GroupWorld
beforeAll(async () => {
  world = await startGroupWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  const { control } = world.standin
  control.clearFaults()
  control.resetCounts()
  control.setPermissions('all')
  control.answerShape = 'wrapped'
  world.sent.length = 0
  noteWriteAccepted('status-groups')
})

const lastBody = () => world.sent.findLast(({ name }) => name === 'updateStatusGroup')?.body

describe('the board', () => {
  it(
    'has groups with ordered statuses, types with their groups, and counts of both once assets are listed',
    { tags: ['full'] },
    async () => {
      await using own = await startGroupWorld()
      const { group, typeId, assetIds } = await own.addGroup(3)
      const before = statusGroupBoard.parse(await own.board())
      expect(before.reach).toMatchObject({
        types: 'listed',
        assets: 'pending',
        assetsAsOf: null,
        areWritesRefused: false,
      })
      expect(before.groups.find(({ groupId }) => groupId === group.groupId)).toEqual({ ...group, counts: null })
      await own.listAssets()
      await own.db.query(
        `insert into sync_state (name, last_finished_at) values ('assets', now())
       on conflict (name) do update set last_finished_at = now()`,
      )
      const [first = ''] = assetIds
      own.standin.control.assets.setStatuses({ [first]: null })
      await own.refresh([typeId])
      const after = statusGroupBoard.parse(await own.board())
      const counts = { [idOf(group, 'A')]: 2, [idOf(group, 'B')]: 3, [idOf(group, 'C')]: 3 }
      expect(after.reach.assets).toBe('listed')
      expect(after.groups.find(({ groupId }) => groupId === group.groupId)?.counts).toEqual(counts)
      expect(after.types.find((type) => type.typeId === typeId)).toEqual({
        typeId,
        name: 'Crane',
        groupId: group.groupId,
        assetCount: 9,
        counts,
      })
    },
  )

  it.each([
    [403, 'refused'],
    [404, 'refused'],
    [500, 'failed'],
  ] as const)(
    'uses the types that groups name if the list of types fails with %i, and reports %s',
    async (status, reach) => {
      const { group, typeId } = await world.addGroup()
      world.standin.control.setFault({ operation: 'listAssetTypes', action: { kind: 'status', status } })
      const board = statusGroupBoard.parse(await world.board())
      expect(board.reach.types).toBe(reach)
      expect(board.types.find((type) => type.typeId === typeId)).toMatchObject({ name: typeId, groupId: group.groupId })
      expect(board.types.every(({ groupId }) => groupId !== null)).toBe(true)
    },
  )

  it('fails if the groups cannot be read', async () => {
    world.standin.control.setFault({ operation: 'listStatusGroups', action: { kind: 'status', status: 403 } })
    await expect(world.board()).rejects.toMatchObject({ code: 'upstream_refused' })
  })
})

describe('creating a group', () => {
  it.each(['wrapped', 'bare', 'id-only'] as const)(
    'creates the requested group if the service responds with the shape %s, and logs it',
    async (shape) => {
      world.standin.control.answerShape = shape
      const options = [
        { name: 'In', color: green },
        { name: 'Out', color: red },
      ]
      const written = statusGroupWritten.parse(await world.create({ name: `New ${shape}`, description: 'd', options }))
      expect(written).toMatchObject({ outcome: 'done', snapshotCount: 0, wasLookedUp: false })
      expect(world.truth(written.group?.groupId ?? '')).toMatchObject({
        name: `New ${shape}`,
        description: 'd',
        options,
      })
      expect(await world.entry(written.activityId)).toMatchObject({
        action: 'status-group.create',
        objectId: written.group?.groupId,
        outcome: 'done',
        actorName: 'Robin',
        after: written.group,
      })
      expect(world.writes()).toEqual({ createStatusGroup: 1 })
    },
  )

  it('logs a refusal as failed', async () => {
    const options = [{ name: 'Odd', color: 'NO_SUCH_COLOUR' }]
    await expect(world.create({ name: 'Refused', options })).rejects.toMatchObject({ code: 'invalid' })
    const { rows } = await world.db.query<{ outcome: string; outcome_note: string }>(
      `select outcome, outcome_note from activity where object_name = 'Refused'`,
    )
    expect(rows).toMatchObject([{ outcome: 'failed', outcome_note: expect.stringContaining('NO_SUCH_COLOUR') }])
  })
})

describe('saving a group', () => {
  it('sends only changed fields and keeps unknown fields of statuses', async () => {
    const { assets } = world.standin.control
    const extra = { icon: { shape: 'star' }, rank: 3 }
    const groupId = assets.addGroup({
      name: 'Kept',
      description: 'd',
      options: [{ name: 'A', color: 'STATUS_BADGE_COLOR_ULTRAVIOLET' }],
    })
    const [made] = world.truth(groupId)?.options ?? []
    assets.editGroup(groupId, {
      options: [
        { name: 'A', color: '', ...made, extra },
        { name: 'B', color: red },
      ],
    })
    const base = await world.open(groupId)
    await world.save(groupId, { base, name: 'Kept 2', description: base.description, options: base.options })
    expect(lastBody()).toEqual({ status_group: { name: 'Kept 2' }, update_mask: 'name' })

    const renamed = await world.open(groupId)
    const [a, b] = renamed.options
    if (a === undefined || b === undefined) throw new Error('two options')
    const { group, activityId } = await world.save(groupId, {
      base: renamed,
      description: '',
      options: [{ ...b, color: green }, a, { optionId: null, name: 'N', color: red }],
    })
    expect(lastBody()).toEqual({
      status_group: {
        description: '',
        options: [
          { id: b.optionId, name: 'B', color: green },
          { ...extra, id: a.optionId, name: 'A', color: 'STATUS_BADGE_COLOR_ULTRAVIOLET' },
          { name: 'N', color: red },
        ],
      },
      update_mask: 'description,options',
    })
    expect(namesOf(group)).toBe('B A N')
    expect(world.truth(groupId)).toMatchObject({ name: 'Kept 2', description: '', options: [{}, { extra }, {}] })
    expect(await world.entry(activityId)).toMatchObject({ outcome: 'done', before: renamed, after: group })
  })

  it('keeps unknown fields of statuses in their latest state after the listing', async () => {
    const { group, assetIds } = await world.addGroup(1, 'Fields')
    const { assets } = world.standin.control
    const own = () => world.truth(group.groupId)?.options ?? []
    const rank = (word: string) =>
      assets.editGroup(group.groupId, {
        options: own().map(({ id, name, color }) => ({ id, name, color, extra: { rank: word } })),
      })
    rank('old')
    let listings = 0
    // Another program, which ignores our lock, writes whenever assets are listed before a save.
    const refresh: GroupWorld['refresh'] = (typeIds) => {
      if (world.writes()['updateStatusGroup'] === undefined) rank(`new ${(listings += 1)}`)
      if (listings === 1) assets.assign(assets.addTypes(['Fields too']), group.groupId)
      return world.refresh(typeIds)
    }
    await world.save(
      group.groupId,
      { base: group, options: keep(group, 'B', 'C'), removed: { kind: 'clear' } },
      { refresh },
    )
    expect(world.statuses(assetIds)[0]).toBeNull()
    // Another type uses the group since then, so assets were listed twice.
    expect(own()).toMatchObject([
      { name: 'B', extra: { rank: 'new 2' } },
      { name: 'C', extra: { rank: 'new 2' } },
    ])
  })

  it('moves or clears the statuses of assets if their status is removed, and records these assets', async () => {
    const { group, assetIds, typeId } = await world.addGroup(2, 'Mover')
    const [a, b, c] = ['A', 'B', 'C'].map((name) => idOf(group, name))
    const moved = await world.save(group.groupId, {
      base: group,
      options: keep(group, 'B', 'C'),
      removed: { kind: 'move', optionId: c ?? '' },
    })
    expect(lastBody()).toMatchObject({ update_mask: 'options', reassign_to_option_id: c })
    expect(world.statuses(assetIds)).toEqual([c, c, b, b, c, c])
    expect(moved.snapshotCount).toBe(2)
    expect(await readSnapshot(world.db, moved.activityId)).toEqual(
      assetIds
        .slice(0, 2)
        .toSorted()
        .map((assetId) => ({
          assetId,
          code: expect.stringMatching(/^Mover-A-[12]$/),
          typeId,
          groupId: group.groupId,
          optionId: a,
          optionName: 'A',
          optionColor: green,
        })),
    )
    const left = await world.open(group.groupId)
    const cleared = await world.save(group.groupId, {
      base: left,
      options: keep(left, 'C'),
      removed: { kind: 'clear' },
    })
    expect(lastBody()).not.toHaveProperty('reassign_to_option_id')
    expect(world.statuses(assetIds)).toEqual([c, c, null, null, c, c])
    expect((await readSnapshot(world.db, cleared.activityId)).map(({ optionId }) => optionId)).toEqual([b, b])
    expect((await world.entry(cleared.activityId)).after).toMatchObject({ removed: { kind: 'clear' } })
  })

  it('records current statuses, even of assets that were never listed or have just changed', async () => {
    const { group, assetIds } = await world.addGroup(1, 'Fresh')
    await world.listAssets()
    const [onA = '', onB = ''] = assetIds
    world.standin.control.assets.setStatuses({ [onA]: idOf(group, 'B'), [onB]: null })
    const saved = await world.save(group.groupId, {
      base: group,
      options: keep(group, 'A', 'C'),
      removed: { kind: 'clear' },
    })
    expect((await readSnapshot(world.db, saved.activityId)).map(({ assetId }) => assetId)).toEqual([onA])
  })

  it('records the known assets if assets cannot be listed, and says so in the log', async () => {
    const { group, assetIds } = await world.addGroup(1, 'Unlisted')
    await world.listAssets()
    world.standin.control.setFault({ operation: 'listAssets', action: { kind: 'status', status: 403 } })
    const saved = await world.save(group.groupId, {
      base: group,
      options: keep(group, 'B', 'C'),
      removed: { kind: 'clear' },
    })
    expect(saved.snapshotCount).toBe(1)
    const { outcomeNote } = await world.entry(saved.activityId)
    expect(outcomeNote).toMatch(/could not list the assets with these statuses/)
    expect(world.statuses(assetIds)[0]).toBeNull()
  })

  const base: StatusGroup = {
    groupId: 'g1',
    name: 'Cranes',
    description: '',
    options: [
      { optionId: 'a', name: 'A', color: green },
      { optionId: 'b', name: 'B', color: red },
    ],
    typeIds: [],
  }
  const [optionA, optionB] = base.options
  if (optionA === undefined || optionB === undefined) throw new Error('two options')
  it.each([
    ['an empty edit', {}, 'body'],
    ['an edit that changes nothing', { name: 'Cranes', description: '', options: base.options }, 'body'],
    ['an unknown status', { options: [...base.options, { ...optionA, optionId: 'z' }] }, 'options'],
    ['a repeated status', { options: [...base.options, optionA] }, 'options'],
    ['a removal without a replacement for its assets', { options: [optionA] }, 'removed'],
    ['a replacement without a removal', { name: 'X', removed: { kind: 'clear' as const } }, 'removed'],
    [
      'a move to the removed status',
      { options: [optionA], removed: { kind: 'move' as const, optionId: 'b' } },
      'removed',
    ],
    [
      'a move to an unknown status',
      { options: [optionA], removed: { kind: 'move' as const, optionId: 'z' } },
      'removed',
    ],
  ])('refuses %s without a request to the service', async (_, edit, field) => {
    await expect(world.save('g1', { base, ...edit })).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { [field]: expect.any(String) } },
    })
    expect(world.standin.control.counts()).toEqual({})
  })

  it('refuses an edit of another group and too many statuses', async () => {
    await expect(world.save('g2', { base, name: 'X' })).rejects.toMatchObject({
      details: { fields: { base: expect.any(String) } },
    })
    const options = Array.from({ length: 11 }, (_, at) => ({ optionId: null, name: `${at}`, color: red }))
    expect(() => world.save('g1', { base, options })).toThrow(/11|10|too_big/i)
    expect(world.standin.control.counts()).toEqual({})
  })

  it('allows statuses with the same name', async () => {
    const { group } = await world.addGroup(0, 'Twins')
    const options = group.options.map((option) => ({ ...option, name: 'same' }))
    expect(namesOf((await world.save(group.groupId, { base: group, options })).group)).toBe('same same same')
  })

  it('does not write statuses if one of them cannot be read, because it would be removed', async () => {
    const { group } = await world.addGroup(0, 'Unread')
    const broken = { status_group: { id: group.groupId, name: group.name, options: [{ name: 'no id' }] } }
    const empty = { ...group, options: [], typeIds: [], description: '' }
    const service = { call: () => Promise.resolve(broken) } as unknown as GroupWorld['service']
    const edit = { base: empty, options: [{ optionId: null, name: 'New', color: red }] }
    await expect(world.save(group.groupId, edit, { service })).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(world.truth(group.groupId)).toMatchObject({ options: [{}, {}, {}] })
  })
})

describe('a group that another person has changed', () => {
  it.each([
    ['name', { name: 'Other' }],
    ['description', { description: 'Other' }],
    ['name of a status', { options: 'renamed' }],
    ['color of a status', { options: 'recoloured' }],
    ['order of statuses', { options: 'reversed' }],
    ['an added status', { options: 'added' }],
    ['a removed status', { options: 'removed' }],
  ] as const)(
    'can neither be saved nor deleted, and the conflict contains the current group: %s',
    async (_, change) => {
      const { group } = await world.addGroup(0, 'Contested')
      const own = group.options.map(({ optionId, name, color }) => ({ id: optionId, name, color }))
      const edits = {
        renamed: own.map((option, at) => (at === 1 ? { ...option, name: 'B2' } : option)),
        recoloured: own.map((option, at) => (at === 1 ? { ...option, color: red } : option)),
        reversed: own.toReversed(),
        added: [...own, { name: 'D', color: red }],
        removed: own.slice(1),
      }
      const { assets } = world.standin.control
      assets.editGroup(group.groupId, 'options' in change ? { options: edits[change.options] } : change)
      const now = await world.open(group.groupId)
      const conflict = { code: 'conflict', details: { current: now } }
      const left = world.standin.control.assetState()
      await expect(world.save(group.groupId, { base: group, name: 'Mine' })).rejects.toMatchObject(conflict)
      await expect(world.remove(group)).rejects.toMatchObject(conflict)
      expect(world.standin.control.assetState()).toEqual(left)
      expect(world.writes()).toEqual({})
    },
  )

  it('can be saved if only its types changed, but not deleted, because that would clear other statuses', async () => {
    const { group } = await world.addGroup(0, 'Used')
    world.standin.control.assets.addTypes(['Other use'], group.groupId)
    await expect(world.remove(group)).rejects.toMatchObject({
      code: 'conflict',
      details: { current: { name: group.name } },
    })
    expect(world.truth(group.groupId)).toBeDefined()
    expect((await world.save(group.groupId, { base: group, name: 'Mine' })).outcome).toBe('done')
  })

  it('is neither written nor deleted if it changed while the assets were listed', async () => {
    const { group, typeId, assetIds } = await world.addGroup(1, 'Slow')
    /** Another program, which ignores our lock, writes while assets are listed. */
    const meddling = (act: () => void): Partial<WriteOptions> => ({
      refresh: async (typeIds) => {
        act()
        return world.refresh(typeIds)
      },
    })
    const edit = { base: group, options: keep(group, 'A'), removed: { kind: 'clear' as const } }
    const { assets } = world.standin.control
    const rename = meddling(() => assets.editGroup(group.groupId, { name: 'Theirs' }))
    await expect(world.save(group.groupId, edit, rename)).rejects.toMatchObject({
      code: 'conflict',
      details: { current: { name: 'Theirs' } },
    })
    const base = await world.open(group.groupId)
    const [other = ''] = assets.addTypes(['Slow too'])
    const [there = ''] = assets.addAssets(other, 1, 'ST', null)
    const assign = meddling(() => {
      assets.assign([other], group.groupId)
      assets.setStatuses({ [there]: idOf(group, 'B') ?? null })
    })
    await expect(world.remove(base, base.name, assign)).rejects.toMatchObject({ code: 'conflict' })
    expect(world.writes()).toEqual({})
    expect(world.statuses(assetIds)).not.toContain(null)
    // New types of the group do not conflict with an edit. Cleared statuses of their assets are recorded too.
    assets.assign([other], null)
    const saved = await world.save(group.groupId, { ...edit, base: { ...base, typeIds: [typeId] } }, assign)
    expect((await readSnapshot(world.db, saved.activityId)).map(({ assetId }) => assetId)).toContain(there)
  })

  it('is not_found if it was deleted', async () => {
    const { group } = await world.addGroup(0, 'Gone')
    world.standin.control.assets.deleteGroup(group.groupId)
    await expect(world.save(group.groupId, { base: group, name: 'X' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(world.remove(group)).rejects.toMatchObject({ code: 'not_found' })
    expect(world.writes()).toEqual({})
  })
})

describe('deleting a group', () => {
  it('requires its name to be typed', async () => {
    const { group } = await world.addGroup(0, 'Typed')
    world.standin.control.resetCounts()
    for (const name of ['', 'Typed state', 'typed states'])
      await expect(world.remove(group, name)).rejects.toMatchObject({ code: 'invalid' })
    expect(world.standin.control.counts()).toEqual({})
    expect((await world.remove(group, ' Typed states ')).outcome).toBe('done')
  })

  it('records the group and the statuses of its assets, so that the group can be recreated with its types', async () => {
    const { group, typeId, assetIds } = await world.addGroup(2, 'Phoenix')
    const { assets } = world.standin.control
    const [goneType = '', takenType = ''] = assets.addTypes(['Lost type', 'Taken type'], group.groupId)
    const base = await world.open(group.groupId)
    const deleted = await world.remove(base)
    expect(deleted).toMatchObject({ outcome: 'done', group: null, snapshotCount: 6 })
    expect(world.truth(group.groupId)).toBeUndefined()
    expect(world.statuses(assetIds)).toEqual(assetIds.map(() => null))
    expect(await world.entry(deleted.activityId)).toMatchObject({ outcome: 'done', before: base, snapshotCount: 6 })

    const other = await world.addGroup(0, 'Usurper')
    assets.assign([takenType], other.group.groupId)
    const service = { call: withoutType(world, goneType) }
    const again = await world.recreate(deleted.activityId, { service })
    expect(again).toMatchObject({ outcome: 'done', snapshotCount: 6 })
    const made = world.truth(again.group?.groupId ?? '')
    expect(made).toMatchObject({
      name: base.name,
      description: base.description,
      options: base.options.map(({ name, color }) => ({ name, color })),
      typeIds: [typeId],
    })
    expect(again.group?.typeIds).toEqual([typeId])
    expect(again.unassigned).toEqual([
      { typeId: takenType, name: 'Taken type', why: { kind: 'other-group', groupName: 'Usurper states' } },
      { typeId: goneType, name: 'Lost type', why: { kind: 'gone' } },
    ])
    const { outcomeNote } = await world.entry(again.activityId)
    expect(outcomeNote).toContain('“Taken type” was not reassigned because it now has the group “Usurper states”.')
    expect(outcomeNote).toContain('“Lost type” was not reassigned because it no longer exists.')
    const { rows } = await world.db.query(
      `select object_id, outcome, parent_id from activity
       where action = 'asset-type.assign-group' and after->>'groupId' = $1`,
      [again.group?.groupId],
    )
    expect(rows).toEqual([{ object_id: typeId, outcome: 'done', parent_id: again.activityId }])

    // A second click must not create another group.
    await expect(world.recreate(deleted.activityId)).rejects.toMatchObject({
      code: 'conflict',
      details: { current: { groupId: again.group?.groupId } },
    })
    if (again.group === null) throw new Error('it was made')
    await world.remove(await world.open(again.group.groupId))
    expect((await world.recreate(deleted.activityId)).outcome).toBe('done')
  })

  const lostAnswer = { kind: 'reset', when: 'before' } as const
  it.each([
    [
      'refuses them',
      [['addStatusGroupTypes', { kind: 'status', status: 403 }]],
      { kind: 'failed', message: serverText('service.notPermitted') },
      'failed',
    ],
    [
      'did not receive the request',
      [['addStatusGroupTypes', lostAnswer]],
      { kind: 'failed', message: serverText('common.notDone') },
      'failed',
    ],
    [
      'no longer responds',
      [
        ['addStatusGroupTypes', lostAnswer],
        ['getStatusGroup', { kind: 'status', status: 500 }],
      ],
      { kind: 'unknown' },
      'unknown',
    ],
  ] as const)(
    'reports why types are not assigned again when the group is recreated, if the service %s',
    async (_, faults, why, outcome) => {
      const { group, typeId } = await world.addGroup(0, `Left ${outcome}`)
      const deleted = await world.remove(group)
      for (const [operation, action] of faults) world.standin.control.setFault({ operation, action })
      const again = await world.recreate(deleted.activityId)
      expect(again).toMatchObject({ outcome: 'done', group: { typeIds: [] } })
      expect(again.unassigned).toEqual([{ typeId, name: `Left ${outcome}`, why }])
      const { rows } = await world.db.query(
        `select outcome from activity where action = 'asset-type.assign-group' and after->>'groupId' = $1`,
        [again.group?.groupId],
      )
      expect(rows).toEqual([{ outcome }])
    },
  )

  it(
    'reports for each type whether it was assigned again, if the response of a recreation was lost',
    { tags: ['full'] },
    async () => {
      const { group, typeId } = await world.addGroup(0, 'Half')
      const [second = ''] = world.standin.control.assets.addTypes(['Half two'], group.groupId)
      const deleted = await world.remove(await world.open(group.groupId))
      const { service } = world.given
      if (service === undefined) throw new Error('a world has a service')
      const call: GroupWorld['service']['call'] = (name, ...rest) => {
        if (name === 'addStatusGroupTypes') {
          const made = world.standin.control.assetState().groups.find(({ name: called }) => called === group.name)
          world.standin.control.assets.assign([typeId], made?.id ?? null)
          world.standin.control.setFault({ operation: name, when: { next: 1 }, action: lostAnswer })
        }
        return service.call(name, ...rest)
      }
      const again = await world.recreate(deleted.activityId, { service: { call } })
      expect(again.group?.typeIds).toEqual([typeId])
      expect(again.unassigned).toMatchObject([{ typeId: second, why: { kind: 'failed' } }])
      const { rows } = await world.db.query(
        `select object_id, outcome from activity
       where action = 'asset-type.assign-group' and after->>'groupId' = $1 order by outcome`,
        [again.group?.groupId],
      )
      expect(rows).toEqual([
        { object_id: typeId, outcome: 'done' },
        { object_id: second, outcome: 'failed' },
      ])
    },
  )

  it('can be undone without assigning types if their current groups are unknown', async () => {
    const { group, typeId } = await world.addGroup(0, 'Blind')
    const deleted = await world.remove(group)
    const { service } = world.given
    if (service === undefined) throw new Error('a world has a service')
    const call: GroupWorld['service']['call'] = async (name, ...rest) => {
      const answer = await service.call(name, ...rest)
      if (name === 'createStatusGroup')
        world.standin.control.setFault({ operation: 'listStatusGroups', action: { kind: 'status', status: 403 } })
      return answer
    }
    const again = await world.recreate(deleted.activityId, { service: { call } })
    expect(again).toMatchObject({ outcome: 'done', group: { typeIds: [] } })
    expect(again.unassigned).toMatchObject([{ typeId, why: { kind: 'failed' } }])
    expect((await world.entry(again.activityId)).outcomeNote).toContain('is not allowed to do this')
    expect(world.writes()['addStatusGroupTypes']).toBeUndefined()
  })

  it('can only be undone by its entry in the log', async () => {
    const { group } = await world.addGroup(0, 'Never')
    const saved = await world.save(group.groupId, { base: group, name: 'Never deleted' })
    await expect(world.recreate(saved.activityId)).rejects.toMatchObject({ code: 'invalid' })
    await expect(world.recreate(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })
})

/** Changes responses of the service as if a type no longer exists. */
function withoutType(of: GroupWorld, typeId: string): GroupWorld['service']['call'] {
  const call = of.service.call.bind(of.service)
  // The cast is safe, because only rows are removed from the response.
  return (async (name: 'listAssetTypes', ...rest: []) => {
    const answer: unknown = await call(name, ...rest)
    if (name !== 'listAssetTypes') return answer
    const { type_list: list, ...more } = answer as { type_list: Array<{ id: string }> }
    return { ...more, type_list: list.filter(({ id }) => id !== typeId) }
  }) as GroupWorld['service']['call']
}

describe('a write that the service refuses for lack of a permission', () => {
  it('is reported and remembered until a write is accepted again', async () => {
    const { group } = await world.addGroup(0, 'Forbidden')
    world.standin.control.setPermissions(['Assets: Access'])
    await expect(world.save(group.groupId, { base: group, name: 'X' })).rejects.toMatchObject({
      code: 'upstream_refused',
    })
    expect((await world.board()).reach.areWritesRefused).toBe(true)
    world.standin.control.setPermissions('all')
    await world.save(group.groupId, { base: group, name: 'X' })
    expect((await world.board()).reach.areWritesRefused).toBe(false)
  })
})

const lost = (when: 'before' | 'after') => ({ when: { next: 1 }, action: { kind: 'reset' as const, when } })
const failing = (when: 'before' | 'after') => ({
  when: { next: 1 },
  action: { kind: 'status' as const, status: 500, when },
})

describe('a write whose response is lost', { tags: ['R9'] }, () => {
  it.each(['reset', 'status 500'] as const)(
    'by a %s after it was done is rechecked and sent only once',
    async (how) => {
      const { setFault } = { setFault: world.standin.control.setFault.bind(world.standin.control) }
      const fault = how === 'reset' ? lost('after') : failing('after')
      setFault({ operation: 'createStatusGroup', ...fault })
      const created = await world.create({ name: `Lost ${how}`, options: [{ name: 'A', color: green }] })
      expect(created).toMatchObject({ outcome: 'done', wasLookedUp: true, group: { name: `Lost ${how}` } })
      const { group } = created
      if (group === null) throw new Error('it was found')
      setFault({ operation: 'updateStatusGroup', ...fault })
      const saved = await world.save(group.groupId, {
        base: group,
        options: [{ optionId: null, name: 'N', color: red }, ...group.options],
      })
      expect(saved).toMatchObject({ outcome: 'done', wasLookedUp: true })
      expect(namesOf(saved.group)).toBe('N A')
      setFault({ operation: 'deleteStatusGroup', ...fault })
      if (saved.group === null) throw new Error('it was found')
      const deleted = await world.remove(saved.group)
      expect(deleted).toMatchObject({ outcome: 'done', wasLookedUp: true, group: null })
      expect(world.writes()).toEqual({ createStatusGroup: 1, updateStatusGroup: 1, deleteStatusGroup: 1 })
      expect((await world.entry(deleted.activityId)).outcomeNote).toMatch(/checked: the change was made/)
    },
  )

  it.each(['reset', 'status 500'] as const)('by a %s before it was done fails and is not sent again', async (how) => {
    const fault = how === 'reset' ? lost('before') : failing('before')
    const { group, assetIds } = await world.addGroup(1, `Undone ${how}`)
    const left = world.standin.control.assetState()
    for (const operation of ['createStatusGroup', 'updateStatusGroup', 'deleteStatusGroup'])
      world.standin.control.setFault({ operation, ...fault })
    await expect(world.create({ name: 'Undone', options: [] })).rejects.toBeInstanceOf(AppError)
    const edit = { base: group, options: keep(group, 'A'), removed: { kind: 'clear' as const } }
    await expect(world.save(group.groupId, edit)).rejects.toMatchObject({ code: 'upstream_failed' })
    await expect(world.remove(group)).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(world.standin.control.assetState()).toEqual(left)
    expect(world.writes()).toEqual({ createStatusGroup: 1, updateStatusGroup: 1, deleteStatusGroup: 1 })
    const { rows } = await world.db.query<{ activity_id: string }>(
      `select activity_id from activity where object_id = $1 or object_name = 'Undone'`,
      [group.groupId],
    )
    // Failed writes cleared no status, so there is nothing to restore.
    const entries = await Promise.all(rows.map((row) => world.entry(row.activity_id)))
    for (const entry of entries) expect(entry).toMatchObject({ outcome: 'failed', snapshotCount: 0 })
    expect(world.statuses(assetIds)).not.toContain(null)
  })

  it('is done once a recheck sees that the service has carried it out some seconds later', async () => {
    world.standin.control.setFault({ operation: 'createStatusGroup', ...lost('before') })
    let looks = 0
    const { service } = world.given
    if (service === undefined) throw new Error('a world has a service')
    const call: GroupWorld['service']['call'] = (name, ...rest) => {
      if (name === 'listStatusGroups' && world.writes()['createStatusGroup'] === 1) {
        looks += 1
        if (looks === 4) world.standin.control.assets.addGroup({ name: 'Seconds later', options: [] })
      }
      return service.call(name, ...rest)
    }
    const made = await world.create({ name: 'Seconds later', options: [] }, { service: { call } })
    expect(made).toMatchObject({ outcome: 'done', wasLookedUp: true })
  })

  it('keeps its recorded statuses in case the service carries it out after the last recheck', async () => {
    const { group, assetIds } = await world.addGroup(1, 'Late')
    world.standin.control.setFault({ operation: 'deleteStatusGroup', ...lost('before') })
    await expect(world.remove(group)).rejects.toMatchObject({ code: 'upstream_failed' })
    world.standin.control.assets.deleteGroup(group.groupId)
    expect(world.statuses(assetIds)).toEqual([null, null, null])
    await world.listAssets()
    const { rows } = await world.db.query<{ activity_id: string }>(
      `select activity_id from activity where object_id = $1`,
      [group.groupId],
    )
    const activityId = rows[0]?.activity_id ?? ''
    expect(await world.entry(activityId)).toMatchObject({ outcome: 'failed', snapshotCount: 3 })
    expect((await readSnapshot(world.db, activityId)).map(({ assetId }) => assetId)).toEqual(assetIds.toSorted())
  })

  it('has an unknown outcome during an outage and a known one afterwards, for every kind of write', async () => {
    await using own = await startGroupWorld()
    const { control } = own.standin
    const { group, typeId } = await own.addGroup(0, 'Away')
    const other = await own.addGroup(0, 'Away too')
    const gone = await own.remove((await own.addGroup(0, 'Away again')).group)
    const reads = ['listStatusGroups', 'getStatusGroup']
    const down = () =>
      reads.map((operation) => control.setFault({ operation, action: { kind: 'status', status: 500 } }))

    // The write itself sets the fault, so that reads fail once it has been sent.
    const away = (given: GroupWorld['given']): GroupWorld['given'] => {
      const { service } = given
      if (service === undefined) throw new Error('a world has a service')
      const call: GroupWorld['service']['call'] = (name, ...rest) => {
        const sent = service.call(name, ...rest)
        if (!reads.includes(name) && name !== 'listAssets' && name !== 'listAssetTypes') down()
        return sent
      }
      return { ...given, service: { call } }
    }
    const unknown: string[] = []
    const arm = async (operation: string, write: () => Promise<{ outcome: string; activityId: string }>) => {
      control.clearFaults()
      control.setFault({ operation, ...lost('after') })
      const { outcome, activityId } = await write()
      expect(outcome).toBe('unknown')
      expect((await own.entry(activityId)).outcome).toBe('unknown')
      unknown.push(activityId)
    }
    await arm('createStatusGroup', () => own.create({ name: 'Made away', options: [] }, away(own.given)))
    await arm('updateStatusGroup', () =>
      own.save(group.groupId, { base: group, name: 'Renamed away' }, away(own.given)),
    )
    await arm('deleteStatusGroup', () => own.remove(other.group, other.group.name, away(own.given)))
    await arm('createStatusGroup', () => own.recreate(gone.activityId, away(own.given)))
    const [madeAgain = ''] = unknown.slice(-1)
    const assigned = await beginActivity(own.db, own.actor, {
      action: 'asset-type.assign-group',
      objectKind: 'asset-type',
      objectId: typeId,
      objectName: 'Away',
      before: null,
      after: { groupId: group.groupId, name: group.name },
    })
    await rewriteActivity(own.db, `update activity set outcome = 'unknown' where activity_id = $1`, [assigned])

    // A second create might create another group, so it is refused until the outcome of the first one is known.
    control.clearFaults()
    await expect(own.recreate(gone.activityId)).rejects.toMatchObject({ code: 'conflict' })
    own.startLooker()
    for (const activityId of [...unknown, assigned])
      await vi.waitFor(async () => expect(await own.entry(activityId)).toMatchObject({ outcome: 'done' }), 20_000)
    // The request that created the group has ended without assigning its type, and the log says so.
    expect((await own.entry(madeAgain)).outcomeNote).toContain('did not reassign its type')
    const { groups } = control.assetState()
    const names = groups.map(({ name }) => name)
    expect(names.filter((name) => /away/i.test(name)).sort()).toEqual([
      'Away again states',
      'Made away',
      'Renamed away',
    ])
    await expect(own.recreate(gone.activityId)).rejects.toMatchObject({ code: 'conflict', details: { current: {} } })
  })

  it('fails some time after it was sent if it was not done', { tags: ['full'] }, async () => {
    await using own = await startGroupWorld()
    const { group, typeId } = await own.addGroup(0, 'Never sent')
    const after = { ...group, name: 'Other' }
    const ids: string[] = []
    for (const [action, objectKind, objectId, intent] of [
      ['status-group.update', 'status-group', group.groupId, { before: group, after }],
      ['status-group.delete', 'status-group', group.groupId, { before: group }],
      [
        'status-group.create',
        'status-group',
        null,
        { after: { ...group, name: 'New', groupIdsBefore: [group.groupId] } },
      ],
      ['asset-type.remove-group', 'asset-type', typeId, { before: { groupId: group.groupId }, after: null }],
    ] as const)
      ids.push(await beginActivity(own.db, own.actor, { action, objectKind, objectId, objectName: 'x', ...intent }))
    // Makes the entries older than the start of the rechecking process, as if their own process has died.
    await rewriteActivity(own.db, `update activity set at = at - interval '1 minute'`)
    own.startLooker()
    for (const activityId of ids)
      await vi.waitFor(async () => expect(await own.entry(activityId)).toMatchObject({ outcome: 'failed' }), 20_000)
    expect((await own.entry(ids[0] ?? '')).outcomeNote).toMatch(/nothing was changed/)
    expect(own.writes()).toEqual({})
  })

  it('does not count as done if another entry did the same', { tags: ['full'], timeout: 60_000 }, async () => {
    await using own = await startGroupWorld()
    const { group } = await own.addGroup(0, 'Twice')
    const lostOne = (action: string, more: object) =>
      beginActivity(own.db, own.actor, {
        action: `status-group.${action}`,
        objectKind: 'status-group',
        objectId: null,
        objectName: 'x',
        ...more,
      })
    const removal = await lostOne('delete', { objectId: group.groupId, before: group })
    const intent = { after: { name: 'New', description: '', options: [], typeIds: [], groupIdsBefore: [] } }
    await rewriteActivity(own.db, `update activity set outcome = 'unknown', at = at - interval '1 minute'`)
    // Another person deletes the group.
    await own.remove(group)
    own.startLooker()
    await vi.waitFor(async () => expect(await own.entry(removal)).toMatchObject({ outcome: 'failed' }), 20_000)

    const other = await lostOne('create', intent)
    const made = own.standin.control.assets.addGroup({ name: 'New', options: [] })
    own.standin.control.resetCounts()
    const making = await lostOne('create', intent)
    await rewriteActivity(
      own.db,
      `update activity set outcome = 'unknown', at = at - interval '1 minute' where activity_id = $1`,
      [making],
    )
    const looks = () => own.standin.control.counts()['listStatusGroups'] ?? 0
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(1), 20_000)
    expect(await own.entry(making)).toMatchObject({ outcome: 'unknown' })
    await finishActivity(own.db, other, { outcome: 'done', objectId: made })
    await vi.waitFor(async () => expect(await own.entry(making)).toMatchObject({ outcome: 'failed' }), 20_000)
  })

  it(
    'is judged by the state that the next write found, not by the changes of that write',
    { tags: ['full'] },
    async () => {
      await using own = await startGroupWorld()
      const { group } = await own.addGroup(0, 'Chain')
      const first = await own.save(group.groupId, { base: group, name: 'One' })
      if (first.group === null) throw new Error('it was saved')
      await own.save(group.groupId, { base: first.group, name: 'Two' })
      await rewriteActivity(
        own.db,
        `update activity set outcome = 'unknown', finished_at = null where activity_id = $1`,
        [first.activityId],
      )
      own.startLooker()
      await vi.waitFor(async () => expect(await own.entry(first.activityId)).toMatchObject({ outcome: 'done' }), 20_000)
    },
  )
})
