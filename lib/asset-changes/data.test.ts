import { describe, expect, it } from 'vitest'
import { readAssetChange } from './data'
import { mergeSteps } from './model'
import { cancelChange } from './mutations'
import type { AssetChangeRead } from './schema'
import { startChangeWorld, type ChangeWorld } from './testing'

async function begin(world: ChangeWorld, count: number): Promise<AssetChangeRead> {
  const { ids, options } = await world.addType(count)
  const { change } = await world.setStatus(ids, options[1] ?? '')
  return readAssetChange(world.actor, change.changeId, world.db)
}

const readOn = (world: ChangeWorld, { changeId, mark }: AssetChangeRead, since = mark) =>
  readAssetChange(world.actor, changeId, world.db, since ?? undefined)
const positions = ({ steps }: AssetChangeRead) => steps.map(({ position }) => position)

/**
 * Reads the whole change when no transaction of another test is open. All databases of the server share their
 * transaction ids. Rows written since the oldest open transaction are therefore reported again, which is harmless.
 */
async function readQuietly(world: ChangeWorld, { changeId }: AssetChangeRead): Promise<AssetChangeRead> {
  let read = await readAssetChange(world.actor, changeId, world.db)
  await world.until('no other transaction is open', async () => {
    read = await readAssetChange(world.actor, changeId, world.db)
    return positions(await readOn(world, read)).length === 0
  })
  return read
}

const note = `update asset_change_steps set note = $3 where change_id = $1 and position = $2`

describe('reading a change incrementally', () => {
  it('returns the steps that changed since the last read, even if their transaction was still open at that time', async () => {
    await using world = await startChangeWorld()
    const first = await readQuietly(world, await begin(world, 20))
    expect(positions(first)).toHaveLength(20)
    let between: AssetChangeRead | null = null
    await world.db.transaction(async (tx) => {
      await tx.query(note, [first.changeId, 3, 'slow'])
      await world.db.query(note, [first.changeId, 5, 'quick'])
      between = await readOn(world, first)
    })
    if (between === null) throw new Error('it was read')
    expect(positions(between)).toEqual([5])
    const last = await readOn(world, between)
    expect(last.steps.find(({ position }) => position === 3)?.note).toBe('slow')
    await cancelChange(world.actor, first.changeId, world.deps)
    expect(positions(await readOn(world, last))).toHaveLength(20)
  })

  it('reads the whole change if the mark belongs to another database', async () => {
    await using world = await startChangeWorld()
    const first = await begin(world, 3)
    expect(positions(await readOn(world, first, '18446744073709551615'))).toEqual([0, 1, 2])
  })

  it('returns the same as a full read, even when it is repeated many times', { tags: ['full'] }, async () => {
    await using world = await startChangeWorld({ limits: 'off' })
    let known = await begin(world, 120)
    world.standin.control.failWrites(
      known.steps.filter((_, at) => at % 7 === 0).map(({ objectId }) => objectId),
      { when: 'before' },
    )
    world.startWorker()
    let told = 0
    await world.until('the change ends', async () => {
      const read = await readOn(world, known)
      told += read.steps.length
      known = { ...read, steps: mergeSteps(known.steps, read.steps) }
      return known.open + known.unknown === 0
    })
    const whole = await readAssetChange(world.actor, known.changeId, world.db)
    expect({ ...known, mark: null }).toEqual({ ...whole, mark: null })
    expect(known).toMatchObject({ done: 102, failed: 18 })
    expect(told).toBeGreaterThanOrEqual(120)
  })
})
