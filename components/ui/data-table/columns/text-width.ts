/** How wide texts of the interface are, where nothing can be measured: on the server, and before the first paint. */

/** The texts of a column that must not be cut, in the language of the page. */
export interface ColumnTexts {
  label?: string
  /** Sorted columns have an arrow after their label. */
  sort?: unknown
  /** What the badges of its cells can say. */
  badges?: readonly string[] | undefined
}

/** `text-xs`, in which headers and badges are written. */
const fontPx = 12
const paddingPx = 16
const arrowPx = 14
/** The padding of a badge, its icon, and the gap between icon and text. */
const badgePx = 28

/** Widths of characters of Geist Medium, in parts of the font size; rounded up, because a wide column hurts less than a cut text. */
const widths: ReadonlyArray<readonly [characters: RegExp, share: number]> = [
  [/[ijlI.,:;!|'’() ]/u, 0.3],
  [/[frt1"“”-]/u, 0.42],
  [/[mwMW]/u, 0.97],
  [/[\p{Lu}]/u, 0.73],
]
const otherShare = 0.61

/** About the width in pixels of a text in `text-xs font-medium`. */
function estimateWidth(text: string): number {
  let share = 0
  for (const character of text) share += widths.find(([characters]) => characters.test(character))?.[1] ?? otherShare
  return Math.ceil(share * fontPx)
}

const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(estimateWidth))

/** The least width in pixels of a column whose texts are not cut; 0 for one without texts. */
export function fitTexts({ label = '', sort, badges = [] }: ColumnTexts): number {
  const head = label === '' ? 0 : estimateWidth(label) + (sort === undefined ? 0 : arrowPx)
  const cell = badges.length === 0 ? 0 : widest(badges) + badgePx
  return head + cell === 0 ? 0 : Math.max(head, cell) + paddingPx
}
