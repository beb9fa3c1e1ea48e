/**
 * The search with `*` after its last word, or null where that makes no sense. Without it `forkl` does not find `forklift`.
 */
export function suggestPrefix(q: string): string | null {
  const text = q.trimEnd()
  const last = /(?:^|\s)([\p{L}\p{N}]{2,})$/u.exec(text)?.[1]
  // A phrase cannot end with a prefix.
  const isInPhrase = (text.match(/"/g)?.length ?? 0) % 2 === 1
  return last === undefined || isInPhrase ? null : `${text}*`
}

/** The longest search in an address: navigation also sends it in headers, which are limited to 16 KB. */
export const searchCharsMax = 4000

/** The most ids in one search. */
export const searchWordsMax = 200

/** Joins a pasted list of ids or words into one line, cut between two of them if it is too long. */
export function joinPasted(text: string, charsMax = searchCharsMax): { text: string; taken: number; given: number } {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  let joined = ''
  let taken = 0
  for (const word of words) {
    const next = joined === '' ? word : `${joined} ${word}`
    if (next.length > charsMax || taken === searchWordsMax) break
    joined = next
    taken += 1
  }
  return { text: joined, taken, given: words.length }
}
