import 'server-only'
import { readTrouble } from '@/lib/background/trouble'

/**
 * Stores items in groups: all items that arrive during a store go together into the next one. With a slow service each
 * document is stored at once; with a fast one many share a transaction. Nobody waits for a group to fill. When a whole
 * group waits already, it is stored beside the first one, so that the database works while the other transaction waits
 * for this process or for the disk.
 */
export interface GroupCommit<Item> {
  /**
   * Resolves when the item is stored. Rejects with its own error: an item that cannot be stored does not affect others.
   */
  add(item: Item): Promise<void>
  /** True while so much waits that memory use would grow. */
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
  /** Approximate bytes. */
  sizeOf: (item: Item) => number
  itemsMax?: number
  sizeMax?: number
  /** How many groups are stored at once. */
  groupsMax?: number
}

export function createGroupCommit<Item>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  const { store, sizeOf, itemsMax = 256, sizeMax = 8 * 1024 * 1024, groupsMax = 2 } = options
  const waiting: Array<Waiting<Item>> = []
  let size = 0
  let running = 0
  const isGroupFull = () => waiting.length >= itemsMax || size >= sizeMax
  /** Whether one of those that store takes another group. The last of them leaves nothing behind. */
  const hasGroup = () => waiting.length > 0 && (running === 1 || isGroupFull())

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
        // The group was rolled back because of one item. Storing each on its own shows which.
        for (const one of group) await storeGroup([one])
      } else for (const { reject } of group) reject(error)
    }
  }

  const run = async (): Promise<void> => {
    running += 1
    while (hasGroup()) await storeGroup(takeGroup())
    running -= 1
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const one = { item, size: sizeOf(item), resolve, reject }
        waiting.push(one)
        size += one.size
        if (running === 0 || (running < groupsMax && isGroupFull())) void run()
      }),
    isFull: () => waiting.length >= 2 * itemsMax || size >= 2 * sizeMax,
  }
}
