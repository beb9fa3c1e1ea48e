import { entryName, labelOfResponse, type ReportNames, titleOfItem } from '@/lib/report/names-model'
import type { ReportItem } from '@/lib/report/schema'
import { itemAnchor, type ReportLayout, sectionAnchor } from '@/lib/report/view'
import type { Translator } from '@/lib/messages/translator'
import { nameFacts } from '@/components/report/answers/weather-texts'
import { foldPlain } from './find-text'

/** A row or heading with its searchable text. Only a part of a long report is rendered, so its items are searched instead. */
export interface FindableItem {
  /** Id of the element to show. */
  anchor: string
  /** Id in the document; empty for a heading. */
  itemId: string
  folded: string
}

/** How the page writes values that are no text in the document. */
export interface FindTexts {
  instant: (at: string) => string
  answer: Translator<'report.answer'>
  names: ReportNames
  weather: Translator<'report.weather'>
}

/** Everything that a view shows, in the order on screen. */
export function listFindable(layout: ReportLayout, texts: FindTexts): FindableItem[] {
  const readItem = (item: ReportItem) => ({
    anchor: itemAnchor(item.key),
    itemId: item.itemId ?? '',
    folded: foldWords(readWords(item, texts)),
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

/** The text of each item that a view hides. */
export function listLeftOut(items: Iterable<ReportItem>, layout: ReportLayout, texts: FindTexts): string[] {
  const shown = new Set([...layout.failed, ...layout.blocks.flatMap((block) => block.items)].map((item) => item.key))
  const found: string[] = []
  for (const item of items) {
    // Headings of sections are rendered apart from the items.
    if (!shown.has(item.key) && item.key !== item.sectionKey) found.push(foldWords(readWords(item, texts)))
  }
  return found
}

// Texts of two places are separate words, as on the page.
function foldWords(words: readonly string[]): string {
  return words.map(foldPlain).join('\u0000')
}

function readWords(item: ReportItem, texts: FindTexts): string[] {
  const { note, extra, answer } = item
  const instant = 'at' in answer && answer.at !== null ? [texts.instant(answer.at)] : []
  return [
    answer.kind === 'instance' ? entryName(item, texts.names) : titleOfItem(item, texts.names),
    ...readAnswerWords(item, texts),
    ...instant,
    ...(note === null ? [] : [note]),
    ...extra.flatMap(({ name, value }) => [name, value]),
  ]
}

function readAnswerWords({ type, answer }: ReportItem, { answer: t, names, weather }: FindTexts): string[] {
  switch (answer.kind) {
    case 'choice':
      return answer.selected.map(({ label }) => labelOfResponse(label, names))
    case 'text':
    case 'place':
      return present(answer.text)
    case 'toggle':
      return answer.on === null
        ? []
        : [t(type === 'switch' ? (answer.on ? 'on' : 'off') : answer.on ? 'checked' : 'unchecked')]
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
      return nameFacts(weather, answer.facts).flatMap(({ name, value }) => [name, value])
    case 'other':
      return answer.fields.flatMap(({ name, value }) => [name, value])
    default:
      return []
  }
}

function present(text: string | null): string[] {
  return text === null ? [] : [text]
}
