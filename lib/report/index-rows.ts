import { mediaFileName } from '@/lib/media/model'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import { storedNames, titleOf, titleOfItem } from './names-model'
import type { Report } from './schema'
import { itemAnchor } from './view'

/**
 * One file of an inspection as table `inspection_media` stores it: what the report says about the file. Invariant:
 * `readViewerMedia` of these rows is equal to `listViewerMedia` of the report (texts up to 500 characters).
 */
export interface IndexedMedia {
  position: number
  media_id: string
  kind: MediaKind
  ext: string | null
  is_fetchable: boolean
  is_hidden: boolean
  failed: boolean
  section: string | null
  question: string | null
  label: string | null
  item_key: string | null
  number: number
  number_of: number
  taken_at: string | null
}

const textCharsMax = 500

function cutText(text: string | null): string | null {
  return text === null ? null : text.slice(0, textCharsMax).toWellFormed()
}

/** The files of a report in reading order, including hidden ones. */
export function listIndexedMedia(report: Report): IndexedMedia[] {
  if (report.media.length === 0) return []
  const itemByKey = new Map(report.items.map((item) => [item.key, item]))
  const sectionByKey = new Map(report.sections.map((section) => [section.key, section]))
  const loose = new Map<string, number>()
  for (const media of report.media) if (!itemByKey.has(media.itemKey ?? '')) loose.set(media.id, loose.size + 1)
  const numbers = new Map<string, Map<string, number>>()
  const numbersOf = (key: string, ids: readonly string[]) => {
    const known = numbers.get(key)
    if (known !== undefined) return known
    const made = new Map(ids.map((id, at) => [id, at + 1]))
    numbers.set(key, made)
    return made
  }
  return report.media.map((media, position) => {
    const item = media.itemKey === null ? undefined : itemByKey.get(media.itemKey)
    const section = media.sectionKey === null ? null : (sectionByKey.get(media.sectionKey)?.label ?? null)
    const siblings = item === undefined ? loose : numbersOf(item.key, item.mediaIds)
    return {
      position,
      media_id: cutText(media.id) ?? '',
      kind: media.kind,
      ext: cutText(media.ext),
      is_fetchable: media.isFetchable,
      is_hidden: media.hidden,
      failed: item?.failed ?? false,
      section: cutText(section),
      question: item === undefined ? null : cutText(titleOfItem(item, storedNames)),
      label: cutText(media.label),
      item_key: item?.key.toWellFormed() ?? null,
      number: siblings.get(media.id) ?? 0,
      number_of: siblings.size,
      taken_at: media.takenAt,
    }
  })
}

/** The number of files that belong to failed answers and are shown. */
export function countFailedMedia(media: readonly IndexedMedia[]): number {
  return media.reduce((count, { failed, is_hidden }) => count + (failed && !is_hidden ? 1 : 0), 0)
}

/** The names of the inspection that a row belongs to. */
export interface MediaOwner {
  audit_id: string
  title: string | null
  template_name: string | null
}

/** Converts a row of the index to what the viewer and thumbnails need. */
export function readViewerMedia(row: IndexedMedia & MediaOwner): ViewerMedia {
  const inspection = titleOf({ title: row.title, templateName: row.template_name }, storedNames)
  return {
    id: row.media_id,
    auditId: row.audit_id,
    kind: row.kind,
    ext: row.ext,
    isFetchable: row.is_fetchable,
    label: row.label,
    takenAt: row.taken_at,
    section: row.section,
    title: row.question ?? row.label ?? storedNames.attachment,
    failed: row.failed,
    number: row.number,
    of: row.number_of,
    anchor: row.item_key === null ? null : itemAnchor(row.item_key),
    fileName: mediaFileName([inspection, row.section, row.question], row.number, row.ext),
  }
}
