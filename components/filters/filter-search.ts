/**
 * The search with its last word as a beginning, or null where that makes no sense: whole words find `forklift`, not
 * `forkl`.
 */
export function suggestPrefix(q: string): string | null {
  const text = q.trimEnd()
  const last = /(?:^|\s)([\p{L}\p{N}]{2,})$/u.exec(text)?.[1]
  // Inside a phrase an end that is open would be another phrase.
  const isInPhrase = (text.match(/"/g)?.length ?? 0) % 2 === 1
  return last === undefined || isInPhrase ? null : `${text}*`
}

/** Longest search that an address carries without trouble: navigation sends it again in headers, which end at 16 KB. */
export const searchCharsMax = 4000

/** Most ids that one search takes. */
export const searchWordsMax = 200

/** A pasted list of ids or words on one line, cut between two of them where it is too long. */
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
