export interface TextPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * With more changed words than this on both sides, words are not compared one by one. Everything between the common
 * start and end then counts as replaced.
 */
const wordsMax = 600

/**
 * The differences between two texts, word by word. Joining the pieces that are not `added` gives `before`. Joining
 * those that are not `removed` gives `after`.
 */
export function diffWords(before: string, after: string): TextPiece[] {
  const left = splitWords(before)
  const right = splitWords(after)
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1
  let end = 0
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end += 1
  const oldWords = left.slice(start, left.length - end)
  const newWords = right.slice(start, right.length - end)
  const middle: TextPiece[] =
    oldWords.length * newWords.length > wordsMax * wordsMax
      ? [
          { kind: 'removed', text: oldWords.join('') },
          { kind: 'added', text: newWords.join('') },
        ]
      : compare(oldWords, newWords)
  return join([
    { kind: 'same', text: left.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: left.slice(left.length - end).join('') },
  ])
}

/** Splits a text into words, whitespace and single punctuation marks. */
function splitWords(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** The longest common subsequence, from a table of lengths. */
function compare(left: readonly string[], right: readonly string[]): TextPiece[] {
  const width = right.length + 1
  const lengths = new Uint16Array((left.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const pieces: TextPiece[] = []
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    const [old, fresh] = [left[row], right[column]]
    if (old !== undefined && old === fresh) {
      pieces.push({ kind: 'same', text: old })
      row += 1
      column += 1
    } else if (fresh === undefined || (old !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      pieces.push({ kind: 'removed', text: old ?? '' })
      row += 1
    } else {
      pieces.push({ kind: 'added', text: fresh })
      column += 1
    }
  }
  return pieces
}

/**
 * Merges adjacent pieces of one kind. Whitespace between two changes becomes part of both, so that "old words" to "new
 * text" reads as one change, not as two.
 */
function join(pieces: readonly TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed })
    if (added !== '') joined.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  const filled = pieces.filter(({ text }) => text !== '')
  for (const [index, { kind, text }] of filled.entries()) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (text.trim() === '' && removed !== '' && added !== '' && filled[index + 1]?.kind !== 'same') {
      removed += text
      added += text
    } else {
      flush()
      const last = joined.at(-1)
      if (last?.kind === 'same') last.text += text
      else joined.push({ kind, text })
    }
  }
  flush()
  return joined
}
