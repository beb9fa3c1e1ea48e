import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/errors'
import { createGroupCommit } from './group-commit'

/** A store that finishes on demand, and remembers the groups that it stored. */
function createGate(fails: (group: readonly number[]) => Error | null = () => null) {
  const groups: number[][] = []
  const open: Array<() => void> = []
  return {
    groups,
    release: () => open.shift()?.(),
    store: async (group: readonly number[]) => {
      groups.push([...group])
      await new Promise<void>((resolve) => open.push(resolve))
      const error = fails(group)
      if (error !== null) throw error
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a group commit', () => {
  it('stores the first item at once, and then all items together that arrived during that store', async () => {
    const gate = createGate()
    const commit = createGroupCommit<number>({ store: gate.store, sizeOf: () => 1 })
    const adds = [1, 2, 3].map((item) => commit.add(item))
    expect(gate.groups).toEqual([[1]])
    gate.release()
    await adds[0]
    await settle()
    expect(gate.groups).toEqual([[1], [2, 3]])
    gate.release()
    await Promise.all(adds)
  })

  it('keeps groups within their limits, but accepts a larger item on its own', async () => {
    const gate = createGate()
    const commit = createGroupCommit<number>({ store: gate.store, sizeOf: (item) => item, itemsMax: 3, sizeMax: 10 })
    const adds = [1, 4, 4, 4, 99, 1, 1, 1, 1].map((item) => commit.add(item))
    expect(commit.isFull()).toBe(true)
    for (let at = 0; at < 6; at += 1) {
      gate.release()
      await settle()
    }
    await Promise.all(adds)
    expect(gate.groups).toEqual([[1], [4, 4], [4], [99], [1, 1, 1], [1]])
    expect(commit.isFull()).toBe(false)
  })

  it('stores a second group beside the first as soon as it is full, but never a third, and leaves nothing behind', async () => {
    const gate = createGate()
    const commit = createGroupCommit<number>({ store: gate.store, sizeOf: () => 1, itemsMax: 2 })
    const adds = [1, 2, 3, 4, 5, 6].map((item) => commit.add(item))
    expect(gate.groups).toEqual([[1], [2, 3]])
    gate.release()
    await adds[0]
    await settle()
    expect(gate.groups).toEqual([[1], [2, 3], [4, 5]])
    gate.release()
    await adds[2]
    await settle()
    // One that is alone waits for the group in progress.
    expect(gate.groups).toEqual([[1], [2, 3], [4, 5]])
    gate.release()
    await adds[4]
    await settle()
    expect(gate.groups).toEqual([[1], [2, 3], [4, 5], [6]])
    gate.release()
    await Promise.all(adds)
  })

  it('rejects an item that cannot be stored, and stores the others of its group', async () => {
    const gate = createGate((group) => (group.includes(3) ? new Error('three') : null))
    const commit = createGroupCommit<number>({ store: gate.store, sizeOf: () => 1 })
    const outcomes = [1, 2, 3, 4].map((item) =>
      commit.add(item).then(
        () => 'stored',
        (error: unknown) => String(error),
      ),
    )
    for (let at = 0; at < 5; at += 1) {
      gate.release()
      await settle()
    }
    expect(await Promise.all(outcomes)).toEqual(['stored', 'stored', 'Error: three', 'stored'])
    expect(gate.groups).toEqual([[1], [2, 3, 4], [2], [3], [4]])
  })

  it('rejects all items during an outage of the database, and stores later items after it', async () => {
    let isAway = true
    const gate = createGate(() => (isAway ? new AppError('unavailable', 'away') : null))
    const commit = createGroupCommit<number>({ store: gate.store, sizeOf: () => 1 })
    const outcomes = [1, 2, 3].map((item) =>
      commit.add(item).then(
        () => 'stored',
        () => 'failed',
      ),
    )
    gate.release()
    await settle()
    gate.release()
    expect(await Promise.all(outcomes)).toEqual(['failed', 'failed', 'failed'])
    expect(gate.groups).toEqual([[1], [2, 3]])
    isAway = false
    const again = commit.add(4)
    gate.release()
    await again
  })
})
