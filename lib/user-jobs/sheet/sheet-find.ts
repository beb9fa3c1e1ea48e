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
  // A function, because a $ in a replacement text would have a special meaning.
  return (value) => value.replace(pattern, () => replacement)
}

/**
 * Uses the engine's own case folding. A lower-case text may be longer than the original, so positions in it would be
 * wrong.
 */
function patternOf(find: string, isWhole: boolean, isCaseSensitive: boolean): RegExp {
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(isWhole ? `^(?:${literal})$` : literal, isCaseSensitive ? 'gu' : 'giu')
}
