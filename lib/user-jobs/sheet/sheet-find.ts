import type { FindQuery } from './types'

/** Whether a cell matches. */
export function createMatcher({
  find,
  isWhole = false,
  isCaseSensitive = false,
}: FindQuery): (value: string) => boolean {
  if (find === '') return isWhole ? (value) => value === '' : () => false
  const pattern = patternOf(find, isWhole, isCaseSensitive)
  return (value) => value.search(pattern) !== -1
}

/** A matching cell with the match replaced. */
export function createReplacer(query: FindQuery, replacement: string): (value: string) => string {
  const { find, isWhole = false, isCaseSensitive = false } = query
  if (find === '') return () => replacement
  const pattern = patternOf(find, isWhole, isCaseSensitive)
  // A function, so that a $ in the replacement is a $.
  return (value) => value.replace(pattern, () => replacement)
}

/**
 * The engine's own case folding is used. The lower-case form may be longer than the upper-case one, so positions would
 * differ.
 */
function patternOf(find: string, isWhole: boolean, isCaseSensitive: boolean): RegExp {
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(isWhole ? `^(?:${literal})$` : literal, isCaseSensitive ? 'gu' : 'giu')
}
