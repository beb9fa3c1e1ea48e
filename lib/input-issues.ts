import type * as z from 'zod'
import { serverText } from './server-text'

const valuesShownMax = 20

const joinNames = (names: readonly unknown[]) =>
  names
    .slice(0, valuesShownMax)
    .map((name) => String(name).slice(0, 60))
    .join(', ')

/**
 * Describes what is wrong with a value as a server text, because zod's own sentences are only in English. Texts of a
 * schema take precedence. The value itself is never quoted. Used as `safeParse(value, { error: describeIssue })`.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? serverText('common.missing')
        : serverText('common.fields.type', { type: issue.expected })
    case 'invalid_format':
      return serverText('common.fields.format', { format: issue.format })
    case 'too_small':
      return describeBound(issue.origin, Number(issue.minimum), 'min')
    case 'too_big':
      return describeBound(issue.origin, Number(issue.maximum), 'max')
    case 'invalid_value':
      return serverText('common.fields.notOneOf', { values: joinNames(issue.values) })
    case 'unrecognized_keys':
      return serverText('common.fields.unknown', { names: joinNames(issue.keys) })
    default:
      return serverText('common.fields.invalid')
  }
}

function describeBound(origin: string, bound: number, side: 'min' | 'max'): string {
  if (origin === 'string') {
    if (side === 'max') return serverText('common.fields.tooLong', { max: bound })
    return bound <= 1 ? serverText('common.fields.empty') : serverText('common.fields.tooShort', { min: bound })
  }
  if (origin === 'array' || origin === 'set')
    return side === 'max'
      ? serverText('common.fields.tooMany', { max: bound })
      : serverText('common.fields.tooFew', { min: bound })
  return side === 'max'
    ? serverText('common.fields.more', { max: bound })
    : serverText('common.fields.less', { min: bound })
}
