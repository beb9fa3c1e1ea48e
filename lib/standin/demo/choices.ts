import { makeUuid, hashText } from '../random'
import type { Choice, ChoiceSet } from '../types'

const green = '19,133,95'
const red = '198,0,34'
const amber = '255,176,0'
const grey = '112,112,112'
const plain = '250,250,250'

type Line = readonly [label: string, short: string, colour: string, score: number | null]

interface SetSource {
  type: 'question' | 'list'
  lines: readonly Line[]
  /** Labels that count as failed. */
  failed: readonly string[]
}

const sources: Record<ChoiceSet, SetSource> = {
  yesno: {
    type: 'question',
    lines: [
      ['Yes', 'Y', green, 1],
      ['No', 'N', red, 0],
      ['N/A', 'N/A', grey, null],
    ],
    failed: ['No'],
  },
  safe: {
    type: 'question',
    lines: [
      ['Safe', 'S', green, 1],
      ['At Risk', 'AR', red, 0],
      ['N/A', 'N/A', grey, null],
    ],
    failed: ['At Risk'],
  },
  passfail: {
    type: 'question',
    lines: [
      ['Pass', 'P', green, 2],
      ['Fail', 'F', red, 0],
      ['N/A', 'N/A', grey, null],
    ],
    failed: ['Fail'],
  },
  condition: {
    type: 'question',
    lines: [
      ['Good', 'G', green, 3],
      ['Fair', 'F', amber, 2],
      ['Poor', 'P', red, 0],
      ['N/A', 'N/A', grey, null],
    ],
    failed: ['Poor'],
  },
  damage: {
    type: 'question',
    lines: [
      ['Green – no damage', 'G', green, 2],
      ['Amber – monitor', 'A', amber, 1],
      ['Red – offload now', 'R', red, 0],
    ],
    failed: ['Red – offload now'],
  },
  ppe: {
    type: 'list',
    lines: [
      ['Hard hat', '', plain, null],
      ['High-visibility vest', '', plain, null],
      ['Safety boots', '', plain, null],
      ['Gloves', '', plain, null],
      ['Eye protection', '', plain, null],
      ['Hearing protection', '', plain, null],
    ],
    failed: [],
  },
  allergens: {
    type: 'list',
    lines: [
      ['Gluten', '', plain, null],
      ['Milk', '', plain, null],
      ['Egg', '', plain, null],
      ['Nuts', '', plain, null],
      ['Sesame', '', plain, null],
      ['Fish', '', plain, null],
      ['Soya', '', plain, null],
    ],
    failed: [],
  },
  hazards: {
    type: 'list',
    lines: [
      ['None seen', '', green, null],
      ['Slip or trip', '', amber, null],
      ['Fall from height', '', red, null],
      ['Moving vehicles', '', amber, null],
      ['Electricity', '', red, null],
      ['Manual handling', '', amber, null],
    ],
    failed: ['Fall from height', 'Electricity'],
  },
  shift: {
    type: 'list',
    lines: [
      ['Early', 'E', plain, null],
      ['Late', 'L', plain, null],
      ['Night', 'N', plain, null],
    ],
    failed: [],
  },
}

export interface ResolvedSet {
  id: string
  type: 'question' | 'list'
  responses: Choice[]
  failedIds: string[]
}

const resolved = new Map<ChoiceSet, ResolvedSet>()

/** A response set with its identifiers, the same in every template that uses it. */
export function resolveSet(key: ChoiceSet): ResolvedSet {
  const known = resolved.get(key)
  if (known) return known
  const source = sources[key]
  const base = hashText(key)
  const responses = source.lines.map(([label, short, colour, score], at) => ({
    id: makeUuid(base, at, 2),
    label,
    short_label: short,
    colour,
    score: score ?? 0,
    enable_score: score !== null,
    type: source.type,
  }))
  const failedIds = responses.filter(({ label }) => source.failed.includes(label)).map(({ id }) => id)
  const set = { id: makeUuid(base, 0, 1), type: source.type, responses, failedIds }
  resolved.set(key, set)
  return set
}

/** All sets, for the response set endpoint. */
export const choiceSetKeys: readonly ChoiceSet[] = [
  'yesno',
  'safe',
  'passfail',
  'condition',
  'damage',
  'ppe',
  'allergens',
  'hazards',
  'shift',
]
