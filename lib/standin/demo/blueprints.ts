import { depotTemplates } from './templates-depot'
import { placeTemplates } from './templates-places'
import type { Blueprint } from '../types'

export const blueprints: readonly Blueprint[] = [...depotTemplates, ...placeTemplates]

const drawn = blueprints.flatMap((blueprint) => Array.from({ length: blueprint.share }, () => blueprint))

/** The template for a number from 0 to 999. */
export function blueprintAt(number: number): Blueprint {
  const blueprint = drawn[number]
  if (!blueprint) throw new Error('the shares of the templates add up to 1,000')
  return blueprint
}
