/** Where a text is in the words on screen, without regard to case, accents and the width of spaces. */

/** A text as it is compared, and for each of its characters where it came from. */
export interface FoldedText {
  text: string
  /** Index in the original of each character, and its end at the end. */
  origins: number[]
}

/** Folds case and accents, and each run of blanks to one space. */
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

/** The text of `foldForFind` alone. Most texts are plain, and a long report has tens of thousands of them. */
export function foldPlain(original: string): string {
  const isPlain = /^[!-~]*(?: [!-~]+)*$/.test(original)
  return isPlain ? original.toLowerCase() : foldForFind(original).text
}

/** Where `sought` (folded, not empty) is in a text, as ranges of the original. They do not overlap. */
export function findIn({ text, origins }: FoldedText, sought: string): Array<{ start: number; end: number }> {
  const found: Array<{ start: number; end: number }> = []
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    const start = origins[at] ?? 0
    // An accented letter may have become two characters: the end is where the next letter begins.
    const last = origins[at + sought.length - 1] ?? start
    let end = origins[at + sought.length] ?? last
    for (let next = at + sought.length; end === last && next < origins.length; next += 1) end = origins[next] ?? end
    found.push({ start, end })
  }
  return found
}
