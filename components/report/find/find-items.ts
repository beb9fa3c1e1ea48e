import type { ReportItem } from '@/lib/report/schema'
import type { ReportLayout } from '@/lib/report/view'
import { foldForFind } from './find-text'

/** How many items that this view leaves out hold the words. */
export function countLeftOut(items: Iterable<ReportItem>, layout: ReportLayout, words: string): number {
  const sought = foldForFind(words.trim()).text
  if (sought === '') return 0
  const shown = new Set([...layout.failed, ...layout.blocks.flatMap((block) => block.items)].map((item) => item.key))
  let count = 0
  for (const item of items) {
    // Headings of sections are drawn apart from the items.
    if (shown.has(item.key) || item.key === item.sectionKey) continue
    if (readWords(item).some((text) => foldForFind(text).text.includes(sought))) count += 1
  }
  return count
}

function readWords({ label, note, answer }: ReportItem): string[] {
  const words = [label, note].filter((text) => text !== null)
  switch (answer.kind) {
    case 'choice':
      return [...words, ...answer.selected.map((response) => response.label)]
    case 'text':
    case 'place':
      return answer.text === null ? words : [...words, answer.text]
    case 'signature':
      return answer.name === null ? words : [...words, answer.name]
    case 'scan':
      return answer.code === null ? words : [...words, answer.code]
    case 'assets':
      return [...words, ...answer.assets.map((asset) => asset.label)]
    case 'weather':
      return [...words, ...answer.facts.map((fact) => fact.value)]
    case 'other':
      return [...words, ...answer.fields.map((field) => field.value)]
    default:
      return words
  }
}
