import 'server-only'
import { readTrouble } from '@/lib/background/trouble'

/**
 * Stores what comes in groups: whatever came while a store was under way goes together in the next one. So a slow service
 * has each document stored at once, and a fast one many in a transaction, without anybody waiting for company.
 */
export interface GroupCommit<Item> {
  /** Resolves when the item is stored. Rejects with its own failure: one that cannot be stored does not take others along. */
  add(item: Item): Promise<void>
  /** True while more waits than is good for the memory. */
  isFull(): boolean
}

interface Waiting<Item> {
  item: Item
  size: number
  resolve: () => void
  reject: (error: unknown) => void
}

export interface GroupCommitOptions<Item> {
  store: (group: readonly Item[]) => Promise<void>
  /** Bytes, roughly. */
  sizeOf: (item: Item) => number
  itemsMax?: number
  sizeMax?: number
}

export function createGroupCommit<Item>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  const { store, sizeOf, itemsMax = 64, sizeMax = 8 * 1024 * 1024 } = options
  const waiting: Array<Waiting<Item>> = []
  let size = 0
  let isRunning = false

  const takeGroup = (): Array<Waiting<Item>> => {
    let [count, bytes] = [0, 0]
    for (const one of waiting) {
      if (count > 0 && (count >= itemsMax || bytes + one.size > sizeMax)) break
      count += 1
      bytes += one.size
    }
    size -= bytes
    return waiting.splice(0, count)
  }

  const storeGroup = async (group: ReadonlyArray<Waiting<Item>>): Promise<void> => {
    try {
      await store(group.map(({ item }) => item))
      for (const { resolve } of group) resolve()
    } catch (error) {
      const [only, ...others] = group
      if (only !== undefined && others.length > 0 && !readTrouble(error).isGeneral) {
        // Nothing of the group is stored, and one of them is the reason: each for itself tells which.
        for (const one of group) await storeGroup([one])
      } else for (const { reject } of group) reject(error)
    }
  }

  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) await storeGroup(takeGroup())
    isRunning = false
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const one = { item, size: sizeOf(item), resolve, reject }
        waiting.push(one)
        size += one.size
        if (!isRunning) void run()
      }),
    isFull: () => waiting.length >= 2 * itemsMax || size >= 2 * sizeMax,
  }
}
