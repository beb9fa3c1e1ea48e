import { findIn, foldForFind, type FoldedText } from './find-text'

/** The searchable parts of a report: its rows and headings, each with the text that a reader sees. */
export interface FindableRow {
  element: HTMLElement
  itemId: string
  folded: FoldedText
  /** The text nodes in order, each with its start position. */
  nodes: Array<{ node: Text; start: number }>
}

export interface FoundRow {
  /** The element to scroll to. */
  element: HTMLElement
  ranges: Range[]
}

const findable = '[data-find]'
/** Text for screen readers only, and text that belongs to another row. */
const unseen = '.sr-only,svg,[data-tip]'

/** The rows inside `root` with their text. Collapsed parts and parts that the browser does not paint are included. */
export function readRows(root: Element): FindableRow[] {
  return [...root.querySelectorAll<HTMLElement>(findable)].map((element) => {
    const nodes: FindableRow['nodes'] = []
    let text = ''
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let block: Element | null = null
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Text) || node.parentElement?.closest(unseen) != null) continue
      // Texts of two elements are separate words, even if the markup has nothing between them.
      if (block !== null && block !== node.parentElement) text += '\u0000'
      block = node.parentElement
      nodes.push({ node, start: text.length })
      text += node.data
    }
    return { element, itemId: element.dataset['find'] ?? '', folded: foldForFind(text), nodes }
  })
}

/** Ids are searched from this number of characters on, because shorter texts occur in every id. */
const idCharsMin = 6

/** Whether the folded text is a part of the item's id. */
export function isNamedBy(itemId: string, sought: string): boolean {
  return sought.length >= idCharsMin && itemId.toLowerCase().includes(sought)
}

/** The id of the element that renders a row. */
export function anchorOfRow({ element }: Pick<FoundRow, 'element'>): string {
  return element.closest('[id^="item="],[id^="section="]')?.id ?? ''
}

/** The rows that contain the text, in the order on screen. A row found only by its id has no ranges. */
export function findRows(rows: readonly FindableRow[], words: string): FoundRow[] {
  const sought = foldForFind(words.trim()).text
  if (sought === '') return []
  return rows.flatMap((row) => {
    const ranges = findIn(row.folded, sought).map(({ start, end }) => rangeOf(row, start, end))
    return ranges.length > 0 || isNamedBy(row.itemId, sought) ? [{ element: row.element, ranges }] : []
  })
}

function rangeOf({ nodes }: FindableRow, start: number, end: number): Range {
  const range = document.createRange()
  const place = (offset: number, isEnd: boolean) => {
    const held = nodes.findLast((each) => (isEnd ? each.start < offset : each.start <= offset)) ?? nodes[0]
    if (held === undefined) return
    const within = Math.min(Math.max(offset - held.start, 0), held.node.length)
    if (isEnd) range.setEnd(held.node, within)
    else range.setStart(held.node, within)
  }
  place(start, false)
  place(end, true)
  return range
}

const allName = 'report-find'
const currentName = 'report-find-current'

/** Highlights matches without changing the page. Browsers without this feature still jump from row to row. */
export function markFound(found: readonly FoundRow[], current: FoundRow | undefined): void {
  if (typeof Highlight === 'undefined') return
  const others = found.flatMap((row) => (row === current ? [] : row.ranges))
  const marks = new Highlight(...others)
  const currentMarks = new Highlight(...(current?.ranges ?? []))
  currentMarks.priority = 1
  CSS.highlights.set(allName, marks)
  CSS.highlights.set(currentName, currentMarks)
}

export function unmarkFound(): void {
  if (typeof Highlight === 'undefined') return
  CSS.highlights.delete(allName)
  CSS.highlights.delete(currentName)
}
