/** Estimates the width of texts where nothing can be measured: on the server, and before the first paint. */

/** The texts of a column that must not be truncated, in the language of the page. */
export interface ColumnTexts {
  label?: string
  /** Columns that can be sorted need space for an arrow after their label. */
  sort?: unknown
  /** All texts that the badges of its cells can have. */
  badges?: readonly string[] | undefined
}

/** The font size `text-xs` of headers and badges. */
const fontPx = 12
const paddingPx = 16
const arrowPx = 14
/** The padding of a badge, its icon, and the gap between icon and text. */
const badgePx = 28

/**
 * Widths of characters of Geist Medium, as a share of the font size. Rounded up, because a wide column is better than a
 * truncated text.
 */
const widths: ReadonlyArray<readonly [characters: RegExp, share: number]> = [
  [/[ijlI.,:;!|'’() ]/u, 0.3],
  [/[frt1"“”-]/u, 0.42],
  [/[mwMW]/u, 0.97],
  [/[\p{Lu}]/u, 0.73],
]
const otherShare = 0.61

/** The approximate width in pixels of a text in `text-xs font-medium`. */
function estimateWidth(text: string): number {
  let share = 0
  for (const character of text) share += widths.find(([characters]) => characters.test(character))?.[1] ?? otherShare
  return Math.ceil(share * fontPx)
}

const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(estimateWidth))

/** The minimum width in pixels at which the texts of a column are not truncated; 0 for a column without texts. */
export function fitTexts({ label = '', sort, badges = [] }: ColumnTexts): number {
  const head = label === '' ? 0 : estimateWidth(label) + (sort === undefined ? 0 : arrowPx)
  const cell = badges.length === 0 ? 0 : widest(badges) + badgePx
  return head + cell === 0 ? 0 : Math.max(head, cell) + paddingPx
}
