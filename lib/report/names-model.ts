import { attachmentTitle } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import type { Translator } from '@/lib/messages/translator'
import type { PlaceName, Report, ReportItem } from './schema'

/**
 * Names for what has none in a document. What is stored, and file names, have the English `storedNames`; screens have
 * the names of the person's language, and replace stored ones by them.
 */
export interface ReportNames {
  inspection: (templateName: string | null) => string
  item: (type: string) => string
  /** An entry of a repeated group, such as "Ladder 2 of 3". Ordinal 0: the pattern of the entries. */
  entry: (entry: { name: string | null; ordinal: number; of: number }) => string
  attachment: string
  response: string
}

/** The label of a response that has none. */
export const unlabeledResponse = 'Response without a label'

/** Kinds of items in the message `reportNames.item`, by the type in the document. */
const itemKinds = {
  question: 'question',
  list: 'list',
  text: 'text',
  textsingle: 'text',
  checkbox: 'checkbox',
  switch: 'switch',
  datetime: 'dateTime',
  address: 'address',
  slider: 'slider',
  signature: 'signature',
  drawing: 'drawing',
  media: 'media',
  information: 'information',
  smartfield: 'condition',
  dynamicfield: 'group',
  category: 'category',
  section: 'section',
  weather: 'weather',
  scanner: 'scanner',
  asset: 'asset',
} as const
// Types come from documents and may have the name of a property of every object.
const hasKind = (type: string): type is keyof typeof itemKinds => Object.hasOwn(itemKinds, type)

function storedItem(type: string): string {
  const kind = hasKind(type) ? itemKinds[type] : type
  return `Unnamed ${kind === 'dateTime' ? 'date and time' : kind}`
}

export const storedNames: ReportNames = {
  inspection: (templateName) => (templateName === null ? 'Untitled inspection' : `Untitled ${templateName}`),
  item: storedItem,
  entry: ({ name, ordinal, of }) => `${name ?? 'Entry'} ${ordinal === 0 ? '(pattern)' : `${ordinal} of ${of}`}`,
  attachment: attachmentTitle,
  response: unlabeledResponse,
}

/** The names in the language of `t`. */
export function namesIn(t: Translator<'reportNames'>): ReportNames {
  return {
    inspection: (template) => (template === null ? t('untitled') : t('untitledOf', { template })),
    item: (type) => t('item', { kind: hasKind(type) ? itemKinds[type] : 'other', type }),
    entry: ({ name, ordinal, of }) => {
      const shown = name ?? t('entry')
      return ordinal === 0 ? t('pattern', { name: shown }) : t('entryOf', { name: shown, ordinal, of })
    },
    attachment: t('attachment'),
    response: t('response'),
  }
}

/** The title of an inspection, also if it has none. */
export function titleOf({ title, templateName }: Pick<Report, 'title' | 'templateName'>, names: ReportNames): string {
  return title ?? names.inspection(templateName)
}

/** The item's own label, or the kind of the item if it has no label. */
export function titleOfItem(item: ReportItem, names: ReportNames): string {
  if (item.label !== null) return item.label
  return item.answer.kind === 'instance' ? entryName(item, names) : names.item(item.type)
}

/** The name of an entry of a repeated group, such as "Ladder 2 of 3". */
export function entryName(item: ReportItem, names: ReportNames): string {
  const place = placeNameOf(item)
  return place === null ? '' : writePlaceName(place, names)
}

/** How an item is named in the place of the items inside it; null if it is not named there. */
export function placeNameOf({ label, answer }: ReportItem): PlaceName | null {
  if (answer.kind === 'heading') return label === null ? null : { name: label, entry: null }
  if (answer.kind !== 'instance') return null
  return { name: label ?? answer.name, entry: { ordinal: answer.ordinal, of: answer.of } }
}

export function writePlaceName({ name, entry }: PlaceName, names: ReportNames): string {
  return entry === null ? (name ?? '') : names.entry({ name, ...entry })
}

const typeByStored = new Map(Object.keys(itemKinds).map((type) => [storedNames.item(type), type]))

/** The question of a file, or the file's own name. A stored name of something without a name is replaced. */
export function titleOfMedia({ title }: Pick<ViewerMedia, 'title'>, names: ReportNames): string {
  if (title === attachmentTitle) return names.attachment
  const type = typeByStored.get(title)
  if (type !== undefined) return names.item(type)
  const [, ordinal, of] = /^Entry (\d+) of (\d+)$/.exec(title) ?? []
  return ordinal === undefined ? title : names.entry({ name: null, ordinal: Number(ordinal), of: Number(of) })
}

/** The title of the inspection of a file, in lists over several inspections; null in those of one. */
export function inspectionOfMedia(
  { inspectionTitle = null, templateName = null }: Pick<ViewerMedia, 'inspectionTitle' | 'templateName'>,
  names: ReportNames,
): string | null {
  return inspectionTitle === storedNames.inspection(templateName) ? names.inspection(templateName) : inspectionTitle
}

/** The label of a chosen response, also if it has none. */
export function labelOfResponse(label: string, names: ReportNames): string {
  return label === unlabeledResponse ? names.response : label
}
