import { matchAdded } from '@/lib/status-groups/diff-merge'
import { toDraft, type Draft } from '@/lib/status-groups/model'
import type { StatusGroup } from '@/lib/status-groups/schema'

interface Named {
  name: string
  color: string
}

/** One part of the group in its three versions, with its conflicts. `name` is set for statuses only. */
export type ComparedRow = {
  key: string
  what: 'name' | 'description' | 'status' | 'order'
  name: string
  conflictIds: readonly string[]
} & (
  | { kind: 'text'; base: string; theirs: string; yours: string }
  | { kind: 'list'; base: readonly string[]; theirs: readonly string[]; yours: readonly string[] }
  | { kind: 'status'; base: Named | null; theirs: Named | null; yours: Named | null }
)

function find(draft: Draft, key: string): Named | null {
  const status = draft.statuses.find((one) => one.key === key)
  return status === undefined ? null : { name: status.name, color: status.color }
}

/** What differs between the three versions, and how many statuses are the same. */
export function listComparison(
  base: StatusGroup,
  theirs: StatusGroup,
  yours: Draft,
): { rows: readonly ComparedRow[]; sameCount: number } {
  const texts = (['name', 'description'] as const).flatMap((key): ComparedRow[] => {
    const values = { base: base[key], theirs: theirs[key], yours: yours[key] }
    const isSame = values.base === values.theirs && values.base === values.yours
    return isSame ? [] : [{ key, kind: 'text', what: key, name: '', conflictIds: [key], ...values }]
  })
  const versions = { base: toDraft(base), theirs: toDraft(theirs), yours: matchAdded(base, theirs, yours) }
  const keys = new Set(Object.values(versions).flatMap(({ statuses }) => statuses.map(({ key }) => key)))
  const statuses = [...keys].map((key): ComparedRow & { kind: 'status' } => {
    const was = find(versions.base, key)
    const there = find(versions.theirs, key)
    const mine = find(versions.yours, key)
    const name = (was ?? there ?? mine)?.name ?? ''
    const conflictIds = [`name ${key}`, `color ${key}`, `removed-here ${key}`, `removed-there ${key}`]
    return {
      key: `status ${key}`,
      kind: 'status',
      what: 'status',
      name,
      conflictIds,
      base: was,
      theirs: there,
      yours: mine,
    }
  })
  const differing = statuses.filter((row) => !isAlike(row.base, row.theirs) || !isAlike(row.base, row.yours))
  return {
    rows: [...texts, ...differing, ...compareOrders(versions)],
    sameCount: statuses.length - differing.length,
  }
}

const isAlike = (one: Named | null, other: Named | null) => one?.name === other?.name && one?.color === other?.color

const keysOf = ({ statuses }: Draft) => statuses.map(({ key }) => key)

/** The orders, if they differ: only of statuses that all three have, because added and removed ones have rows of their own. */
function compareOrders(versions: Record<'base' | 'theirs' | 'yours', Draft>): ComparedRow[] {
  const common = new Set(
    keysOf(versions.base).filter((key) => [versions.theirs, versions.yours].every((one) => keysOf(one).includes(key))),
  )
  const write = (draft: Draft) => draft.statuses.filter(({ key }) => common.has(key)).map(({ name }) => name)
  const order = (draft: Draft) =>
    keysOf(draft)
      .filter((key) => common.has(key))
      .join(' ')
  const { base, theirs, yours } = versions
  if (order(base) === order(theirs) && order(base) === order(yours)) return []
  const values = { base: write(base), theirs: write(theirs), yours: write(yours) }
  return [{ key: 'order', kind: 'list', what: 'order', name: '', conflictIds: ['order'], ...values }]
}
