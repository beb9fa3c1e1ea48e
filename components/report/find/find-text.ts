/** Finds a text regardless of case, accents and the width of spaces. */

/** A text in the form that is compared, and the position of each of its characters in the original. */
export interface FoldedText {
  text: string
  /** Index of each character in the original, and the length of the original as the last entry. */
  origins: number[]
}

/** Folds case and accents, and reduces each run of spaces to one. */
export function foldForFind(original: string): FoldedText {
  let text = ''
  const origins: number[] = []
  let at = 0
  for (const character of original) {
    const plain = /\s/.test(character)
      ? text.endsWith(' ')
        ? ''
        : ' '
      : character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    for (let index = 0; index < plain.length; index += 1) origins.push(at)
    text += plain
    at += character.length
  }
  origins.push(at)
  return { text, origins }
}

/** Only the text of `foldForFind`. Faster for plain texts, of which a long report has tens of thousands. */
export function foldPlain(original: string): string {
  const isPlain = /^[!-~]*(?: [!-~]+)*$/.test(original)
  return isPlain ? original.toLowerCase() : foldForFind(original).text
}

/** The ranges of the original in which `sought` (folded, not empty) occurs. They do not overlap. */
export function findIn({ text, origins }: FoldedText, sought: string): Array<{ start: number; end: number }> {
  const found: Array<{ start: number; end: number }> = []
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    const start = origins[at] ?? 0
    // An accented letter may have become two characters, so a match ends where the next letter begins.
    const last = origins[at + sought.length - 1] ?? start
    let end = origins[at + sought.length] ?? last
    for (let next = at + sought.length; end === last && next < origins.length; next += 1) end = origins[next] ?? end
    found.push({ start, end })
  }
  return found
}
