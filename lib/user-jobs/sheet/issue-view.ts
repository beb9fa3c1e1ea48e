import type { Translator } from '@/lib/messages/translator'
import type { CellIssue, Fix, Problem, SheetText, StepText } from './types'

/** Texts of errors, fixes, problems and steps in the language of the page. */

export type UserJobTexts = Translator<'userJobs'>

/**
 * The code that creates a `SheetText` passes the values that its message needs. Tests describe every error and problem.
 */
function read(t: UserJobTexts, group: string, { key, values }: SheetText<string>): string {
  const translate = t as unknown as (key: string, values?: SheetText<string>['values']) => string
  return translate(`${group}.${key}`, values)
}

/** What is wrong with a cell, in a sentence. */
export const describeIssue = (t: UserJobTexts, { text }: Pick<CellIssue, 'text'>): string => read(t, 'issues', text)

/** The label of a fix. */
export const describeFix = (t: UserJobTexts, { kind, label, value }: Fix): string =>
  kind === undefined ? label : t(`fixes.${kind}`, { value })

/** Why a file cannot be read, and what to do. */
export const describeProblem = (t: UserJobTexts, problem: Problem): string => read(t, 'problems', problem)

/** One step of the history: "Delete 3 rows". */
export const describeStep = (t: UserJobTexts, step: StepText): string => read(t, 'grid.steps', step)
