import type { FindQuery } from './types'

/** Whether a cell is found. */
export function createMatcher({
  find,
  isWhole = false,
  isCaseSensitive = false,
}: FindQuery): (value: string) => boolean {
  if (find === '') return isWhole ? (value) => value === '' : () => false
  const pattern = patternOf(find, isWhole, isCaseSensitive)
  return (value) => value.search(pattern) !== -1
}

/** A cell that was found, with what matched replaced. */
export function createReplacer(query: FindQuery, replacement: string): (value: string) => string {
  const { find, isWhole = false, isCaseSensitive = false } = query
  if (find === '') return () => replacement
  const pattern = patternOf(find, isWhole, isCaseSensitive)
  // A function, so that a $ in the replacement is a $.
  return (value) => value.replace(pattern, () => replacement)
}

/** Case is compared by the engine's own folding: lower case may be longer than upper, so places would not be the same. */
function patternOf(find: string, isWhole: boolean, isCaseSensitive: boolean): RegExp {
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(isWhole ? `^(?:${literal})$` : literal, isCaseSensitive ? 'gu' : 'giu')
}
