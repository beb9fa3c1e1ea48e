import type { ReportItem } from '@/lib/report/schema'
import { instanceName, itemAnchor, type ReportLayout, sectionAnchor, titleOfItem } from '@/lib/report/view'
import { foldPlain } from './find-text'

/** A row or heading of a report, with the words it is found by. Of a long report only a part is drawn, so its items are read. */
export interface FindableItem {
  /** Id of the element to go to. */
  anchor: string
  /** Id in the document; empty for a heading. */
  itemId: string
  folded: string
}

/** How a moment is written on the page. */
export type WriteInstant = (at: string) => string

/** All that a view shows, in the order on screen. */
export function listFindable(layout: ReportLayout, writeInstant: WriteInstant): FindableItem[] {
  const readItem = (item: ReportItem) => ({
    anchor: itemAnchor(item.key),
    itemId: item.itemId ?? '',
    folded: foldWords(readWords(item, writeInstant)),
  })
  return [
    ...layout.failed.map(readItem),
    ...layout.blocks.flatMap(({ section, isContinued, items }) => [
      ...(section === null || isContinued
        ? []
        : [{ anchor: sectionAnchor(section.key), itemId: '', folded: foldWords([section.label ?? '']) }]),
      ...items.map(readItem),
    ]),
  ]
}

/** The words of each item that a view leaves out. */
export function listLeftOut(items: Iterable<ReportItem>, layout: ReportLayout, writeInstant: WriteInstant): string[] {
  const shown = new Set([...layout.failed, ...layout.blocks.flatMap((block) => block.items)].map((item) => item.key))
  const texts: string[] = []
  for (const item of items) {
    // Headings of sections are drawn apart from the items.
    if (!shown.has(item.key) && item.key !== item.sectionKey) texts.push(foldWords(readWords(item, writeInstant)))
  }
  return texts
}

// Words of two places are two words, as on the page.
function foldWords(words: readonly string[]): string {
  return words.map(foldPlain).join('\u0000')
}

function readWords(item: ReportItem, writeInstant: WriteInstant): string[] {
  const { note, extra, answer } = item
  const instant = 'at' in answer && answer.at !== null ? [writeInstant(answer.at)] : []
  return [
    answer.kind === 'instance' ? instanceName(item) : titleOfItem(item),
    ...readAnswerWords(item),
    ...instant,
    ...(note === null ? [] : [note]),
    ...extra.flatMap(({ name, value }) => [name, value]),
  ]
}

function readAnswerWords({ type, answer }: ReportItem): string[] {
  switch (answer.kind) {
    case 'choice':
      return answer.selected.map((response) => response.label)
    case 'text':
    case 'place':
      return present(answer.text)
    case 'toggle':
      return answer.on === null
        ? []
        : [type === 'switch' ? (answer.on ? 'On' : 'Off') : answer.on ? 'Checked' : 'Not checked']
    case 'slider':
      return [answer.value, answer.min, answer.max].flatMap((value) => (value === null ? [] : [String(value)]))
    case 'signature':
      return present(answer.name)
    case 'information':
      return present(answer.linkText)
    case 'condition':
      return present(answer.words)
    case 'scan':
      return present(answer.code)
    case 'assets':
      return answer.assets.map((asset) => asset.label)
    case 'group':
      return present(answer.name)
    case 'weather':
      return answer.facts.flatMap(({ name, value }) => [name, value])
    case 'other':
      return answer.fields.flatMap(({ name, value }) => [name, value])
    default:
      return []
  }
}

function present(text: string | null): string[] {
  return text === null ? [] : [text]
}
