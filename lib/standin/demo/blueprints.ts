import { depotTemplates } from './templates-depot'
import { placeTemplates } from './templates-places'
import type { Blueprint } from './types'

export const blueprints: readonly Blueprint[] = [...depotTemplates, ...placeTemplates]

const ladder = blueprints.map((_, at) => blueprints.slice(0, at + 1).reduce((sum, { share }) => sum + share, 0))

/** The template that a number of 0 to 999 stands for. */
export function blueprintAt(number: number): Blueprint {
  const at = ladder.findIndex((upTo) => number < upTo)
  const blueprint = blueprints[at === -1 ? blueprints.length - 1 : at]
  if (!blueprint) throw new Error('there are no templates')
  return blueprint
}
