import { describe, expect, it } from 'vitest'
import type { AssetState } from './control'
import { findBroken, startAssetBench, type Asked, type AssetBench } from './testing'
import { Random } from '@/lib/standin/random'
import { oneADay } from '@/lib/testing/random-runs'

const colors = ['GREEN', 'RED', 'YELLOW', 'GREY'].map((word) => `STATUS_BADGE_COLOR_${word}`)
const unknownId = '00000000-0000-4000-8000-000000000000'

interface ModelGroup {
  name: string
  description: string
  options: Array<{ id: string; name: string; color: string }>
}

/** The expected state, as the reference describes it, without any code of the stand-in. */
interface Model {
  groups: Map<string, ModelGroup>
  groupOfType: Map<string, string | null>
  assets: Map<string, { code: string; typeId: string; isArchived: boolean; optionId: string | null }>
}

function startModel(state: AssetState): Model {
  return {
    groups: new Map(
      state.groups.map(({ id, name, description, options }) => [id, { name, description, options: [...options] }]),
    ),
    groupOfType: new Map(state.types.map(({ id, groupId }) => [id, groupId])),
    assets: new Map(
      state.assets.map(({ id, code, typeId, isArchived, optionId }) => [id, { code, typeId, isArchived, optionId }]),
    ),
  }
}

function replaceStatuses(model: Model, typeIds: readonly string[], next: (optionId: string) => string | null): void {
  for (const asset of model.assets.values())
    if (typeIds.includes(asset.typeId) && asset.optionId !== null) asset.optionId = next(asset.optionId)
}

const typesOf = (model: Model, groupId: string) =>
  [...model.groupOfType].flatMap(([typeId, own]) => (own === groupId ? [typeId] : []))

/** The state of the stand-in, in the terms of the model. */
function compare(model: Model, state: AssetState): void {
  expect(findBroken(state)).toEqual([])
  expect(
    new Map(state.groups.map(({ id, name, description, options }) => [id, { name, description, options }])),
  ).toEqual(model.groups)
  expect(new Map(state.types.map(({ id, groupId }) => [id, groupId]))).toEqual(model.groupOfType)
  expect(startModel(state).assets).toEqual(model.assets)
}

interface Turn {
  bench: AssetBench
  model: Model
  random: Random
  /** A description of the request, for the failure message. */
  log: string[]
}

async function send(turn: Turn, ...request: Parameters<AssetBench['send']>): Promise<Asked> {
  const answer = await turn.bench.send(...request)
  turn.log.push(`${JSON.stringify(request)} ${answer.status}`)
  return answer
}

/** Some distinct elements of a list. */
function pickSome<Value>(random: Random, values: readonly Value[], most: number): Value[] {
  const left = [...values]
  return Array.from({ length: Math.min(left.length, random.integer(1, most)) }, () => {
    const [taken] = left.splice(random.integer(0, left.length - 1), 1)
    return taken as Value
  })
}

const makeOption = (random: Random) => ({ name: `Option ${random.integer(1, 99)}`, color: random.pick(colors) })

async function createGroup(turn: Turn): Promise<void> {
  const { random, model } = turn
  const options = Array.from({ length: random.integer(0, 12) }, () => makeOption(random))
  const name = `Group ${random.integer(1, 999)}`
  const { status, body } = await send(turn, 'POST', 'status-groups', { name, options })
  expect(status).toBe(options.length > 10 ? 400 : 200)
  if (status !== 200) return
  const made = body['status_group'] as ModelGroup & { id: string }
  expect(model.groups.has(made.id)).toBe(false)
  model.groups.set(made.id, {
    name,
    description: '',
    options: options.map(({ name: own, color }, at) => ({ id: made.options[at]?.id ?? '', name: own, color })),
  })
}

async function editGroup(turn: Turn, id: string, group: ModelGroup): Promise<void> {
  const { random, model } = turn
  const kept = group.options.length === 0 ? [] : pickSome(random, group.options, group.options.length)
  const renamed = kept.map(({ id: optionId, color }) => ({
    id: optionId,
    name: `Named ${random.integer(1, 99)}`,
    color,
  }))
  const added = Array.from({ length: random.integer(0, 4) }, () => makeOption(random))
  const stranger = random.chance(0.1) ? [{ id: unknownId, ...makeOption(random) }] : []
  const options = [...renamed, ...added, ...stranger]
  const moveTo = random.chance(0.5)
    ? random.chance(0.8) && kept.length > 0
      ? random.pick(kept).id
      : (group.options.find((option) => !kept.includes(option))?.id ?? unknownId)
    : undefined
  const isAllowed =
    options.length <= 10 &&
    stranger.length === 0 &&
    (moveTo === undefined || kept.some(({ id: optionId }) => optionId === moveTo))
  const { status, body } = await send(turn, 'PATCH', `status-groups/${id}`, {
    status_group: { options, name: 'ignored' },
    update_mask: 'options',
    ...(moveTo === undefined ? {} : { reassign_to_option_id: moveTo }),
  })
  expect(status).toBe(isAllowed ? 200 : 400)
  if (!isAllowed) return
  const told = (body['status_group'] as ModelGroup).options
  const newOptions = added.map(({ name, color }, at) => ({ id: told[renamed.length + at]?.id ?? '', name, color }))
  group.options = [...renamed, ...newOptions]
  replaceStatuses(model, typesOf(model, id), (optionId) =>
    renamed.some((option) => option.id === optionId) ? optionId : (moveTo ?? null),
  )
}

async function assignTypes(turn: Turn, id: string): Promise<void> {
  const { random, model } = turn
  const typeIds = pickSome(random, [...model.groupOfType.keys()], 3)
  const sent = random.chance(0.1) ? [...typeIds, unknownId] : typeIds
  const isRemoval = random.chance(0.4)
  const { status } = isRemoval
    ? await send(turn, 'DELETE', `status-groups/${id}/types?${sent.map((each) => `type_ids=${each}`).join('&')}`)
    : await send(turn, 'POST', `status-groups/${id}/types`, { type_ids: sent })
  expect(status).toBe(sent.includes(unknownId) ? 400 : 200)
  if (status !== 200) return
  const moved = typeIds.filter((typeId) => (model.groupOfType.get(typeId) === id) === isRemoval)
  for (const typeId of moved) model.groupOfType.set(typeId, isRemoval ? null : id)
  replaceStatuses(model, moved, () => null)
}

async function setStatus(turn: Turn): Promise<void> {
  const { random, model } = turn
  const [id, asset] = random.pick([...model.assets])
  const own = model.groups.get(model.groupOfType.get(asset.typeId) ?? '')?.options ?? []
  const any = [...model.groups.values()].flatMap(({ options }) => options)
  const from = random.chance(0.8) ? own : any
  const option = from.length === 0 || random.chance(0.2) ? null : random.pick(from)
  const { status } = await send(turn, 'PATCH', `assets/${id}`, {
    asset: { statuses: option === null ? [] : [{ status_option_id: option.id }] },
    update_mask: 'statuses',
  })
  expect(status).toBe(option === null || own.includes(option) ? 200 : 400)
  if (status === 200) asset.optionId = option?.id ?? null
}

async function archive(turn: Turn): Promise<void> {
  const [id, asset] = turn.random.pick([...turn.model.assets])
  asset.isArchived = turn.random.chance(0.5)
  await send(turn, asset.isArchived ? 'PATCH' : 'DELETE', `assets/${id}/archive`)
}

async function createAsset(turn: Turn): Promise<void> {
  const { random, model } = turn
  const typeId = random.pick([...model.groupOfType.keys()])
  const code = `NEW-${random.integer(1, 40)}`
  const isTaken = [...model.assets.values()].some((asset) => asset.code === code)
  const options = model.groups.get(model.groupOfType.get(typeId) ?? '')?.options ?? []
  const optionId = options.length === 0 ? null : random.pick(options).id
  const status_option_ids = optionId === null ? [] : [optionId]
  const { status, body } = await send(turn, 'POST', 'assets', { code, type_id: typeId, status_option_ids })
  expect(status).toBe(isTaken ? 400 : 200)
  if (!isTaken) model.assets.set(String(body['id']), { code, typeId, isArchived: false, optionId })
}

async function deleteGroup(turn: Turn, id: string): Promise<void> {
  const { model } = turn
  expect((await send(turn, 'DELETE', `status-groups/${id}`)).status).toBe(200)
  const typeIds = typesOf(model, id)
  for (const typeId of typeIds) model.groupOfType.set(typeId, null)
  replaceStatuses(model, typeIds, () => null)
  model.groups.delete(id)
}

async function takeTurn(turn: Turn): Promise<void> {
  const { random, model } = turn
  const dice = random.integer(0, 99)
  const groups = [...model.groups]
  if (dice < 10 || groups.length === 0) return createGroup(turn)
  const [id, group] = random.pick(groups)
  if (dice < 35) return editGroup(turn, id, group)
  if (dice < 60) return assignTypes(turn, id)
  if (dice < 82) return setStatus(turn)
  if (dice < 88) return archive(turn)
  if (dice < 95) return createAsset(turn)
  return deleteGroup(turn, id)
}

describe('any sequence of asset operations', () => {
  it.each(oneADay([1, 2, 3, 4]))(
    'leaves the state that the reference describes, seed %i',
    { timeout: 60_000 },
    async (seed) => {
      await using bench = await startAssetBench({ assets: 90, seed })
      const turn: Turn = { bench, model: startModel(bench.state()), random: new Random(seed, 0xf00d), log: [] }
      for (let at = 0; at < 150; at += 1) {
        const before = bench.state()
        try {
          await takeTurn(turn)
          compare(turn.model, bench.state())
        } catch (error) {
          throw new Error(`seed ${seed}, turn ${at}:\n${turn.log.slice(-4).join('\n')}\n${String(error)}`, {
            cause: error,
          })
        }
        // A client that follows modification times sees each changed status, and unchanged assets keep their times.
        const after = new Map(bench.state().assets.map((asset) => [asset.id, asset]))
        for (const asset of before.assets) {
          const now = after.get(asset.id)
          if (now?.optionId !== asset.optionId)
            expect([seed, at, (now?.modifiedAt ?? '') > asset.modifiedAt]).toEqual([seed, at, true])
        }
      }
      // Checks that the random run covered the cases that it is meant to cover.
      const refused = turn.log.filter((line) => line.endsWith(' 400')).length
      expect([refused > 5, turn.log.length - refused > 80]).toEqual([true, true])
      const told = await bench.send('POST', 'status-groups/list')
      expect((told.body['status_groups'] as Array<{ id: string }>).map(({ id }) => id)).toEqual(
        bench.state().groups.map(({ id }) => id),
      )
    },
  )
})
