import type * as z from 'zod'

export type NameProblem = 'missing' | 'tooLong' | 'character'

/** What is wrong with a name that a form checked, as the last part of a message's key; undefined if nothing is. */
export function findNameProblem(error: z.ZodError | undefined): NameProblem | undefined {
  const code = error?.issues[0]?.code
  if (code === undefined) return undefined
  if (code === 'too_small') return 'missing'
  return code === 'too_big' ? 'tooLong' : 'character'
}
