import { demoAssetId, sites } from '../demo/organization'
import { choose, hashText, makeUuid, mix, Random } from '../random'
import { groupKinds, typeKinds, type FieldKind, type TypeKind } from './kinds'
import type { AssetState, FieldValue, Option } from './steps'

const salts = { group: 0xa1, option: 0xa2, type: 0xa3, asset: 0xa4, values: 0xa5, picture: 0xa6, made: 0xa7 }
const dayMs = 86_400_000

export interface Group {
  id: string
  name: string
  description: string
  options: Option[]
}

export interface AssetType {
  id: string
  name: string
  category: string
  /** A type has one group, so the link is stored only here. */
  groupId: string | null
}

export interface AssetRow {
  id: string
  code: string
  typeId: string
  siteId: string | null
  state: AssetState
  optionId: string | null
  createdAtMs: number
  modifiedAtMs: number
  inspectedAtMs: number | null
  isExternal: boolean
  picture: string | null
  /** Values that were written. Null: the demo's values, generated when they are read. */
  fields: FieldValue[] | null
  /** Its number in the demo; -1 when it was created later. */
  index: number
}

/** The organization's sites with their ids, in the order of the demo. */
export const siteList: ReadonlyArray<{ id: string; name: string }> = sites.map(({ name }) => ({
  id: makeUuid(hashText(name), 0, 0x51),
  name,
}))

/** The id of the n-th object created after the start. */
export function makeLaterId(seed: number, number: number): string {
  return makeUuid(seed, number, salts.made)
}

/** Groups and types before any change. */
export function makeGroupsAndTypes(seed: number): { groups: Group[]; types: AssetType[] } {
  const groups = groupKinds.map(({ name, description, options }, at) => ({
    id: makeUuid(seed, at, salts.group),
    name,
    description,
    options: options.map(([option, color], position) => ({
      id: makeUuid(seed, at * 16 + position, salts.option),
      name: option,
      color: `STATUS_BADGE_COLOR_${color}`,
    })),
  }))
  const types = typeKinds.map(({ name, category, group }, at) => ({
    id: makeUuid(seed, at, salts.type),
    name,
    category,
    groupId: groups[groupKinds.findIndex(({ key }) => key === group)]?.id ?? null,
  }))
  return { groups, types }
}

const shareTotal = typeKinds.reduce((sum, { share }) => sum + share, 0)

function chooseType(number: number): number {
  let left = number % shareTotal
  for (const [at, { share }] of typeKinds.entries()) {
    if (left < share) return at
    left -= share
  }
  return 0
}

/** The demo's assets before any change. Their fields are generated when they are read. */
export function makeAssets(seed: number, count: number, startMs: number, groups: readonly Group[]): AssetRow[] {
  const { types } = makeGroupsAndTypes(seed)
  const numbers = typeKinds.map(() => 0)
  return Array.from({ length: count }, (_, index) => {
    // The first assets take the types in turn, so that a small demo has an asset of every type.
    const at = index < typeKinds.length ? index : chooseType(mix(seed, index, salts.values))
    const number = (numbers[at] ?? 0) + 1
    numbers[at] = number
    const kind = typeKinds[at]
    const random = new Random(seed, index, salts.asset)
    const createdAtMs = startMs - random.integer(30, 900) * dayMs + random.integer(6 * 3600, 18 * 3600) * 1000
    const modifiedAtMs = createdAtMs + Math.floor(random.next() ** 0.4 * (startMs - createdAtMs))
    const site = random.chance(0.94) ? choose(siteList, random.integer(0, 10_000)).id : null
    return {
      id: demoAssetId(seed, index),
      code: `${kind?.code ?? 'A'}-${String(number).padStart(4, '0')}`,
      typeId: types[at]?.id ?? '',
      siteId: site,
      state: random.chance(0.045) ? 'ASSET_STATE_ARCHIVED' : 'ASSET_STATE_ACTIVE',
      optionId: chooseOption(kind, groups, random.integer(0, 99)),
      createdAtMs,
      modifiedAtMs,
      inspectedAtMs: random.chance(0.7) ? modifiedAtMs - random.integer(0, 20) * 3_600_000 : null,
      isExternal: random.chance(0.06),
      picture: random.chance(0.55) ? (kind?.picture ?? null) : null,
      fields: null,
      index,
    }
  })
}

function chooseOption(kind: TypeKind | undefined, groups: readonly Group[], percent: number): string | null {
  const at = groupKinds.findIndex(({ key }) => key === kind?.group)
  let left = percent
  for (const [position, [, , share]] of (groupKinds[at]?.options ?? []).entries()) {
    if (left < share) return groups[at]?.options[position]?.id ?? null
    left -= share
  }
  return null
}

/** The values of an asset in the demo, always the same for its number. */
export function makeFields(seed: number, index: number, fields: readonly FieldKind[], startMs: number): FieldValue[] {
  return fields.flatMap((field, at): FieldValue[] => {
    const random = new Random(seed, index * 16 + at, salts.values)
    // Not every field is filled in.
    if (random.chance(0.07)) return []
    return [{ fieldId: field.id, value: makeValue(field, random, startMs) }]
  })
}

function makeValue(field: FieldKind, random: Random, startMs: number): FieldValue['value'] {
  const [from, to] = field.range ?? [0, 1]
  if (field.valueType === 'timestamp')
    return { timestamp_value: new Date(startMs - random.integer(from, to) * dayMs).toISOString() }
  if (field.valueType === 'money')
    return {
      money_value: {
        currency_code: random.chance(0.7) ? 'EUR' : 'GBP',
        units: String(random.integer(from, to)),
        nanos: random.integer(0, 99) * 10_000_000,
      },
    }
  if (field.choices) return { string_value: random.pick(field.choices) }
  const pattern = random.pick(field.patterns ?? ['—'])
  return {
    string_value: pattern.replaceAll(/[#@]/g, (sign) =>
      sign === '#' ? String(random.integer(0, 9)) : 'ABCDEFGHJKLMNPRSTUVWXYZ'.charAt(random.integer(0, 22)),
    ),
  }
}

/** The id of an asset's picture. */
export function makePictureId(seed: number, assetId: string): string {
  return makeUuid(seed, hashText(assetId), salts.picture)
}
