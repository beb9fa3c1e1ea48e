import { findIn, foldForFind, type FoldedText } from './find-text'

/** What can be found: the rows and headings of a report, each with the words a reader sees in it. */
export interface FindableRow {
  element: HTMLElement
  itemId: string
  folded: FoldedText
  /** The text nodes in order, each with where it begins. */
  nodes: Array<{ node: Text; start: number }>
}

export interface FoundRow {
  /** The element to go to. */
  element: HTMLElement
  ranges: Range[]
}

const findable = '[data-find]'
/** Words for assistive technology alone, and what another row brings itself. */
const unseen = '.sr-only,svg,[data-tip]'

/** The rows inside `root` with their words. What is folded or left out by the browser's painting is read as well. */
export function readRows(root: Element): FindableRow[] {
  return [...root.querySelectorAll<HTMLElement>(findable)].map((element) => {
    const nodes: FindableRow['nodes'] = []
    let text = ''
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let block: Element | null = null
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Text) || node.parentElement?.closest(unseen) != null) continue
      // Words of two elements are two words, though nothing is between them in the markup.
      if (block !== null && block !== node.parentElement) text += '\u0000'
      block = node.parentElement
      nodes.push({ node, start: text.length })
      text += node.data
    }
    return { element, itemId: element.dataset['find'] ?? '', folded: foldForFind(text), nodes }
  })
}

/** An id is sought by at least this many of its characters: shorter ones are in every id. */
const idCharsMin = 6

/** Whether the folded words name the item by its id. */
export function isNamedBy(itemId: string, sought: string): boolean {
  return sought.length >= idCharsMin && itemId.toLowerCase().includes(sought)
}

/** The id of the element that a row is drawn in. */
export function anchorOfRow({ element }: Pick<FoundRow, 'element'>): string {
  return element.closest('[id^="item="],[id^="section="]')?.id ?? ''
}

/** The rows that hold the words, in the order on screen. A row found by its id alone has no ranges. */
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

/** Marks the words on screen without touching the page; browsers that cannot do so still jump from row to row. */
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
