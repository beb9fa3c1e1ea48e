import { startBench, type Bench } from '../testing'
import type { StandinOptions } from '../server'
import type { AssetState } from './control'

export interface Asked {
  status: number
  body: Record<string, unknown>
}

export interface AssetBench extends Bench {
  send(method: string, path: string, body?: unknown, token?: string): Promise<Asked>
  state(): AssetState
  group(name: string): AssetState['groups'][number]
  type(name: string): AssetState['types'][number]
  /** Assets of a type by the name of their status; assets without one are under `none`. */
  countStatuses(typeName: string): Record<string, number>
}

function find<Thing extends { name: string }>(things: readonly Thing[], name: string): Thing {
  const found = things.find((thing) => thing.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** A test bench that speaks JSON and finds the demo's objects by name. */
export async function startAssetBench(given: StandinOptions = {}): Promise<AssetBench> {
  const bench = await startBench({ inspections: 20, assets: 240, ...given })
  const { control } = bench.standin
  return Object.assign(bench, {
    send: async (method: string, path: string, body?: unknown, token?: string) => {
      const answer = await bench.ask(`/assets/v1/${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(token === undefined ? {} : { token }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    state: () => control.assetState(),
    group: (name: string) => find(control.assetState().groups, name),
    type: (name: string) => find(control.assetState().types, name),
    countStatuses: (typeName: string) => {
      const state = control.assetState()
      const { id } = find(state.types, typeName)
      const names = new Map(state.groups.flatMap((group) => group.options.map((option) => [option.id, option.name])))
      const counts: Record<string, number> = {}
      for (const { typeId, optionId } of state.assets) {
        if (typeId !== id) continue
        const name = optionId === null ? 'none' : (names.get(optionId) ?? 'of no group')
        counts[name] = (counts[name] ?? 0) + 1
      }
      return counts
    },
  })
}

/** Checks the invariants that hold after any request. Returns one sentence for each violation. */
export function findBroken({ groups, types, assets }: AssetState): string[] {
  const broken: string[] = []
  const groupOf = new Map(types.map(({ id, groupId }) => [id, groups.find((group) => group.id === groupId)]))
  for (const group of groups) {
    if (group.options.length > 10) broken.push(`${group.name} has ${group.options.length} options`)
    if (new Set(group.options.map(({ id }) => id)).size < group.options.length)
      broken.push(`${group.name}: one id twice`)
    const own = types.filter(({ groupId }) => groupId === group.id).map(({ id }) => id)
    if (own.toSorted().join() !== group.typeIds.toSorted().join()) broken.push(`${group.name} tells other types`)
  }
  for (const { name, groupId } of types)
    if (groupId !== null && !groups.some(({ id }) => id === groupId)) broken.push(`${name} has a group that is gone`)
  for (const { code, typeId, optionId } of assets)
    if (optionId !== null && !groupOf.get(typeId)?.options.some(({ id }) => id === optionId))
      broken.push(`${code} has a status of another group`)
  if (new Set(assets.map(({ code }) => code)).size < assets.length) broken.push('one code twice')
  return broken
}
