import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import type { RecordedRequest } from '@/lib/standin/control/control'
import type { TestConsole } from '@/lib/testing/harness'
import { askConsole, expect } from '../fixtures'

/** A group in the stand-in, with the ids of its statuses by name. */
export interface Group {
  id: string
  statuses: Readonly<Record<string, string>>
}

type State = ReturnType<TestConsole['standin']['control']['assetState']>
/** All groups, types and assets of the stand-in, without their modification times. */
export type Truth = Omit<State, 'assets'> & { assets: Array<Omit<State['assets'][number], 'modifiedAt'>> }

const clone = <Value>(value: Value): Value => structuredClone(value)

export function readTruth({ standin }: TestConsole): Truth {
  const { groups, types, assets } = standin.control.assetState()
  const withoutTimes = assets.map((asset) => {
    const { modifiedAt: _, ...rest } = asset
    return rest
  })
  return clone({ groups, types, assets: withoutTimes })
}

/** Waits until the stand-in equals `before` with these edits applied, and nothing else has changed. */
export async function expectTruth(app: TestConsole, before: Truth, edit: (truth: Truth) => void): Promise<void> {
  const expected = clone(before)
  edit(expected)
  await expect.poll(() => findDifferences(expected, readTruth(app))).toEqual([])
}

/** The differences, object by object, because nobody could read two complete states with a thousand assets. */
function findDifferences(expected: Truth, actual: Truth): unknown[] {
  return (['groups', 'types', 'assets'] as const).flatMap((kind) => {
    const [wanted, found] = [expected, actual].map(
      (truth) => new Map<string, unknown>(truth[kind].map((thing) => [thing.id, thing])),
    )
    const ids = new Set([...(wanted?.keys() ?? []), ...(found?.keys() ?? [])])
    return [...ids]
      .map((id) => ({ kind, wanted: wanted?.get(id), found: found?.get(id) }))
      .filter((pair) => !isDeepStrictEqual(pair.wanted, pair.found))
  })
}

export function findGroup(truth: Truth, name: string): Truth['groups'][number] {
  const group = truth.groups.find((one) => one.name === name)
  if (group === undefined) throw new Error(`the stand-in has no group ${name}`)
  return group
}

/** Adds a group that the console created to the expected state. Its ids are those that the stand-in gave it. */
export function addFound(truth: Truth, app: TestConsole, name: string): Truth['groups'][number] {
  const group = findGroup(readTruth(app), name)
  truth.groups.push(group)
  return group
}

export function setGroup(truth: Truth, typeIds: readonly string[], groupId: string | null): void {
  for (const type of truth.types) if (typeIds.includes(type.id)) type.groupId = groupId
  for (const group of truth.groups)
    group.typeIds = truth.types.filter((type) => type.groupId === group.id).map(({ id }) => id)
}

export function setStatus(truth: Truth, assetIds: readonly string[], optionId: string | null): void {
  for (const asset of truth.assets) if (assetIds.includes(asset.id)) asset.optionId = optionId
}

/** Creates a group with statuses given as `[name, color]`. */
export function addGroup(
  { standin }: TestConsole,
  name: string,
  options: ReadonlyArray<readonly [name: string, color: string]>,
): Group {
  const { assets } = standin.control
  const id = assets.addGroup({
    name,
    options: options.map(([option, color]) => ({ name: option, color: `STATUS_BADGE_COLOR_${color}` })),
  })
  const made = assets.state([]).groups.find((group) => group.id === id)
  return { id, statuses: Object.fromEntries((made?.options ?? []).map((option) => [option.name, option.id])) }
}

/** Creates types with these names, each with the given number of assets per status. */
export function addTypes(
  { standin }: TestConsole,
  names: readonly string[],
  group: Group | null = null,
  counts: Readonly<Record<string, number>> = {},
): { typeIds: string[]; assetIds: string[] } {
  const { assets } = standin.control
  const typeIds = assets.addTypes(names, group?.id ?? null)
  const assetIds = typeIds.flatMap((typeId, at) =>
    Object.entries(counts).flatMap(([status, count]) =>
      assets.addAssets(typeId, count, `${names[at]} ${status}`, group?.statuses[status] ?? null),
    ),
  )
  return { typeIds, assetIds }
}

/** Makes the console list the assets of these types now. It does this on its own every ten minutes. */
export async function relist(app: TestConsole, typeIds: readonly string[]): Promise<void> {
  await askConsole(app, '/api/assets/refresh', { method: 'POST', body: { typeIds } })
}

const writesOfAssets =
  /^(create|update|delete)StatusGroup$|^(add|remove)StatusGroupTypes$|^(update|create|archive|restore)Asset$|^bulk/

/** Runs `work` and returns the writes of status groups and assets that the service received during it. */
export async function recordWrites(
  { standin: { control } }: TestConsole,
  work: () => Promise<unknown>,
): Promise<RecordedRequest[]> {
  control.record(true)
  try {
    await work()
    return control.requests().filter(({ operation }) => writesOfAssets.test(operation ?? ''))
  } finally {
    control.record(false)
  }
}

/** The last announcement for screen readers. */
export const announcement = (page: Page) => page.locator('[data-announcements]')

/** Waits until the change on screen has ended with these numbers, such as "47 done of 50" or "3 failed". */
export async function expectNumbers(page: Page, numbers: readonly string[]): Promise<void> {
  // The large number is a `dd`, and the small label is its `dt` in the same list.
  await expect
    .poll(
      () =>
        page
          .locator('dl[aria-label="Results in numbers"] > div')
          .evaluateAll((places) =>
            places.map((place) => [...place.children].map((part) => part.textContent).join(' ')),
          ),
      { timeout: 60_000 },
    )
    .toEqual(numbers)
}
