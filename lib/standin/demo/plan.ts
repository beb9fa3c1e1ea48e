import type { Random } from '../random'
import type { Filling } from './answers'
import type { Blueprint, Node } from '../types'

export interface Work {
  startedMs: number
  /** Questions answered so far; null: all. */
  answered: number | null
}

interface Planned {
  blueprint: Blueprint
  completed: boolean
  blank: boolean
  work?: Work
}

/** Which questions fail, and how many are answered. */
export function planAnswers(recipe: Planned, random: Random): Pick<Filling, 'failing' | 'answeredUpTo'> {
  const questions = countQuestions(recipe.blueprint.sections)
  const failing = new Set<number>()
  // An inspection in progress must use the same random numbers as its completed form.
  if (!recipe.blank && random.chance(recipe.completed || recipe.work ? 0.21 : 0.3)) {
    const findings = random.chance(0.6) ? 1 : random.integer(2, 4)
    for (let at = 0; at < findings; at += 1) failing.add(random.integer(0, questions - 1))
  }
  if (recipe.work) return { failing, answeredUpTo: recipe.work.answered ?? Number.POSITIVE_INFINITY }
  return {
    failing,
    answeredUpTo: recipe.completed ? Number.POSITIVE_INFINITY : random.integer(1, Math.max(1, questions - 1)),
  }
}

/** Approximate number of questions in an inspection from this template. */
export const questionsOf = ({ sections }: Blueprint) => countQuestions(sections)

function countQuestions(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => {
    const own = node.type === 'question' ? 1 : 0
    return (
      sum +
      own +
      (node.type === 'question' || !node.children ? 0 : countQuestions(node.children) * (node.repeats?.[0] ?? 1))
    )
  }, 0)
}
