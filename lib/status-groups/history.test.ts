import { expect, it } from 'vitest'
import { beginActivity, finishActivity } from '@/lib/activity/journal'
import { readAssetHistory } from '@/lib/assets/history-data'
import type { AssetHistoryItem } from '@/lib/assets/history-schema'
import { startGroupWorld, type GroupWorld } from './testing'

const read = async (world: GroupWorld, assetId: string, limit = 30, after?: string) =>
  readAssetHistory(world.actor, assetId, { limit, ...(after === undefined ? {} : { after }) }, world.db)

type Named = { name: string } | null
const names = ({ before, after }: { before: Named; after: Named }) => [before?.name ?? null, after?.name ?? null]

/** Summarizes an item without ids and times. */
function describe(item: AssetHistoryItem) {
  if (item.kind === 'noticed') return ['noticed', item.isOutside, ...names(item)]
  return [item.entry.action, item.entry.actorName, ...(item.effect === null ? [] : names(item.effect))]
}

/** Adds a group with listed assets, and returns the first asset of each status. */
async function setUp(world: GroupWorld) {
  const { group, typeId, assetIds } = await world.addGroup(2)
  await world.listAssets()
  const [onA = '', , onB = '', , onC = ''] = assetIds
  return { group, typeId, onA, onB, onC }
}

it(
  'the history of an asset has changes of its group with the person and both statuses',
  { tags: ['full'] },
  async () => {
    await using world = await startGroupWorld()
    const { group, typeId, onA, onB, onC } = await setUp(world)
    const [a, b, c] = group.options
    if (a === undefined || b === undefined || c === undefined) throw new Error('the group has three statuses')

    await world.save(group.groupId, { base: group, options: [a, c], removed: { kind: 'move', optionId: c.optionId } })
    await world.refresh([typeId])
    const moved = await world.open(group.groupId)
    await world.save(group.groupId, { base: moved, options: [c], removed: { kind: 'clear' } })
    await world.refresh([typeId])
    const last = await world.open(group.groupId)
    await world.remove(last)
    await world.refresh([typeId])

    expect((await read(world, onA)).items.map(describe)).toEqual([['status-group.update', 'Robin', 'A', null]])
    expect((await read(world, onB)).items.map(describe)).toEqual([
      ['status-group.delete', 'Robin', 'C', null],
      ['status-group.update', 'Robin', 'B', 'C'],
    ])
    expect((await read(world, onC)).items.map(describe)).toEqual([['status-group.delete', 'Robin', 'C', null]])
  },
)

it('the history of an asset has each change outside of Sightline once, and no duplicates of Sightline’s own changes', async () => {
  await using world = await startGroupWorld()
  const { group, typeId, onA } = await setUp(world)
  const [a, b, c] = group.options
  if (a === undefined || b === undefined || c === undefined) throw new Error('the group has three statuses')
  world.standin.control.assets.setStatuses({ [onA]: b.optionId })
  await world.refresh([typeId])
  await world.refresh([typeId])
  await world.listAssets()
  expect((await read(world, onA)).items.map(describe)).toEqual([['noticed', true, 'A', 'B']])

  await world.save(group.groupId, { base: group, options: [a, c], removed: { kind: 'move', optionId: c.optionId } })
  await world.refresh([typeId])
  world.standin.control.assets.setStatuses({ [onA]: null })
  await world.refresh([typeId])
  expect((await read(world, onA)).items.map(describe)).toEqual([
    ['noticed', true, 'C', null],
    ['status-group.update', 'Robin', 'B', 'C'],
    ['noticed', true, 'A', 'B'],
  ])

  // The change may come from a raw call through Sightline, so it is not marked as made outside.
  const raw = { action: 'service.updateStatusGroup', objectKind: 'service', objectId: null, objectName: 'Raw' }
  const activityId = await beginActivity(world.db, world.actor, raw)
  world.standin.control.assets.setStatuses({ [onA]: a.optionId })
  await finishActivity(world.db, activityId, { outcome: 'done' })
  await world.refresh([typeId])
  expect((await read(world, onA)).items.map(describe)[0]).toEqual(['noticed', false, null, 'A'])
})

it('the history of an asset does not have refused saves', async () => {
  await using world = await startGroupWorld()
  const { group, onB } = await setUp(world)
  world.standin.control.setFault({
    operation: 'updateStatusGroup',
    when: { next: 1 },
    action: { kind: 'status', status: 403, when: 'before' },
  })
  const edit = { base: group, options: group.options.slice(2), removed: { kind: 'clear' as const } }
  await expect(world.save(group.groupId, edit)).rejects.toThrow()
  expect((await read(world, onB)).items).toEqual([])
})

it('the history of an asset has each item once and in order over several pages', { tags: ['full'] }, async () => {
  await using world = await startGroupWorld()
  const { group, typeId, onA } = await setUp(world)
  const options = group.options.map(({ optionId }) => optionId)
  for (let at = 0; at < 7; at += 1) {
    if (at % 3 === 2) {
      const base = await world.open(group.groupId)
      const kept = base.options.slice(1)
      const target = kept[0]?.optionId ?? ''
      world.standin.control.assets.setStatuses({ [onA]: base.options[0]?.optionId ?? null })
      await world.refresh([typeId])
      const made = { optionId: null, name: `N${at}`, color: 'STATUS_BADGE_COLOR_RED' }
      await world.save(group.groupId, { base, options: [...kept, made], removed: { kind: 'move', optionId: target } })
    } else {
      const now = (await world.open(group.groupId)).options
      world.standin.control.assets.setStatuses({ [onA]: now[at % 2]?.optionId ?? null })
    }
    await world.refresh([typeId])
  }
  expect(options).toHaveLength(3)
  const whole = (await read(world, onA)).items
  expect(whole.length).toBeGreaterThan(4)
  const paged: AssetHistoryItem[] = []
  for (let after: string | null | undefined = undefined; after !== null;) {
    const page = await read(world, onA, 1, after)
    paged.push(...page.items)
    after = page.after
  }
  expect(paged).toEqual(whole)
  await expect(read(world, onA, 1, 'nowhere')).rejects.toMatchObject({ code: 'invalid' })
})

it('the history of an asset is read by indexes in a log of 60,000 entries', { tags: ['full'] }, async () => {
  await using world = await startGroupWorld()
  const { group, onB } = await setUp(world)
  await world.db.query(
    `insert into activity (actor_name, actor_email, action, object_kind, object_id, object_name, outcome, finished_at)
     select 'A', '', 'asset.set-status', 'asset', 'other-' || n, 'A', 'done', now() from generate_series(1, 60000) n`,
  )
  await world.db.query('analyze activity, status_snapshots, noticed_statuses')
  await world.save(group.groupId, { base: group, options: group.options.slice(2), removed: { kind: 'clear' } })
  const statements: Array<{ text: string; values: readonly unknown[] }> = []
  await readAssetHistory(
    world.actor,
    onB,
    { limit: 30 },
    {
      query: (text, values = []) => {
        statements.push({ text, values })
        return world.db.query(text, values)
      },
    },
  )
  for (const { text, values } of statements) {
    const { rows } = await world.db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on activity/)
  }
})
