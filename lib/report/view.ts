import { mediaFileName } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import type { Report, ReportItem, ReportMedia, ReportSection } from '@/lib/report/schema'

export const viewModes = ['filled', 'failed-first', 'failed-only'] as const
export type ViewMode = (typeof viewModes)[number]

/** A run of items under one heading. `isContinued`: the section goes on after one of its categories, without a heading. */
export interface ReportBlock {
  key: string
  section: ReportSection | null
  isContinued: boolean
  items: ReportItem[]
}

export interface ReportLayout {
  /** Failed answers on top, in `failed-first` only. */
  failed: ReportItem[]
  blocks: ReportBlock[]
  /** Keys of the failed items in the order on screen, for jumps. */
  failedKeys: string[]
}

function isFailure(item: ReportItem): boolean {
  return item.failed && item.hidden === null
}

/** Lays the items out for a mode. Headings become blocks; a heading without items of its own stays, as on paper. */
export function layOut(report: Report, options: { mode: ViewMode; showHidden: boolean }): ReportLayout {
  const { mode, showHidden } = options
  const sections = new Map(report.sections.map((section) => [section.key, section]))
  const isShown = (item: ReportItem) => item.hidden === null || showHidden
  const failed = mode === 'failed-first' ? report.items.filter(isFailure) : []
  const blocks: ReportBlock[] = []
  const headed = new Set<string>()
  for (const item of report.items) {
    if (!isShown(item)) continue
    const isHeading = item.answer.kind === 'heading'
    const open = blocks.at(-1)
    if (open === undefined || open.section?.key !== item.sectionKey) {
      const isContinued = headed.has(item.sectionKey)
      headed.add(item.sectionKey)
      blocks.push({
        key: `${item.sectionKey}/${blocks.length}`,
        section: sections.get(item.sectionKey) ?? null,
        isContinued,
        items: [],
      })
    }
    if (isHeading && !item.failed && item.mediaIds.length === 0 && item.extra.length === 0) continue
    if (mode === 'failed-only' ? isFailure(item) : mode === 'filled' || !isFailure(item)) {
      blocks.at(-1)?.items.push(item)
    }
  }
  const kept = mode === 'failed-only' ? blocks.filter((block) => block.items.length > 0) : blocks
  const shown = [...failed, ...kept.flatMap((block) => block.items)]
  return { failed, blocks: kept, failedKeys: shown.filter(isFailure).map((item) => item.key) }
}

/** "Brakes › Ladder 2 of 3": where an item stands, for places that show it alone. */
export function describePlace(byKey: ReadonlyMap<string, ReportItem>, item: ReportItem): string {
  const names: string[] = []
  for (let at = parentOf(byKey, item); at !== undefined; at = parentOf(byKey, at)) {
    const name = placeName(at)
    if (name !== null) names.unshift(name)
  }
  return names.join(' › ')
}

function parentOf(byKey: ReadonlyMap<string, ReportItem>, item: ReportItem): ReportItem | undefined {
  return item.parentKey === null ? undefined : byKey.get(item.parentKey)
}

function placeName(item: ReportItem): string | null {
  if (item.answer.kind === 'heading') return item.label
  if (item.answer.kind === 'instance') return instanceName(item)
  return null
}

/** "Ladder 2 of 3" */
export function instanceName(item: ReportItem): string {
  if (item.answer.kind !== 'instance') return item.label ?? ''
  const name = item.label ?? item.answer.name ?? 'Entry'
  if (item.answer.ordinal === 0) return `${name} (pattern)`
  return `${name} ${item.answer.ordinal} of ${item.answer.of}`
}

function lostPoints({ score }: ReportSection): number {
  return score === null || score.max === null ? 0 : score.max - score.score
}

/** Sections in the outline's order. Lost points are those of the section and all below it. */
export function sortSections(sections: readonly ReportSection[], order: 'filled' | 'points-lost'): ReportSection[] {
  if (order === 'filled') return [...sections]
  return sections.toSorted((a, b) => lostPoints(b) - lostPoints(a) || b.failedCount - a.failedCount)
}

/** The id of an item's element, and the fragment of its link (`#item=…`). */
export function itemAnchor(key: string): string {
  return `item=${encodeURIComponent(key)}`
}

/** The id of a section's element. */
export function sectionAnchor(key: string): string {
  return `section=${encodeURIComponent(key)}`
}

/** What to call an inspection that has no title. */
export function titleOf(report: Pick<Report, 'title' | 'templateName'>): string {
  return report.title ?? (report.templateName === null ? 'Untitled inspection' : `Untitled ${report.templateName}`)
}

/**
 * The report's files in reading order, as thumbnails and viewer need them. Hidden ones are left out unless asked for;
 * `alwaysId` is kept whatever it is, so that a shared link opens.
 */
export function listViewerMedia(
  report: Report,
  auditId: string,
  options: { showHidden: boolean; alwaysId: string | null },
): ViewerMedia[] {
  const itemByKey = new Map(report.items.map((item) => [item.key, item]))
  const sectionByKey = new Map(report.sections.map((section) => [section.key, section]))
  return report.media
    .filter((media) => !media.hidden || options.showHidden || media.id === options.alwaysId)
    .map((media) => {
      const item = media.itemKey === null ? undefined : itemByKey.get(media.itemKey)
      const section = media.sectionKey === null ? null : (sectionByKey.get(media.sectionKey)?.label ?? null)
      return toViewerMedia(report, auditId, media, { item, section })
    })
}

function toViewerMedia(
  report: Report,
  auditId: string,
  media: ReportMedia,
  place: { item: ReportItem | undefined; section: string | null },
): ViewerMedia {
  const { item, section } = place
  const { id, kind, ext, isFetchable, label, takenAt } = media
  const siblings =
    item === undefined ? report.media.filter((other) => other.itemKey === null).map((other) => other.id) : item.mediaIds
  const number = siblings.indexOf(id) + 1
  return {
    id,
    auditId,
    kind,
    ext,
    isFetchable,
    label,
    takenAt,
    section,
    title: item === undefined ? (label ?? 'Attachment of the inspection') : titleOfItem(item),
    failed: item?.failed ?? false,
    number,
    of: siblings.length,
    anchor: item === undefined ? null : itemAnchor(item.key),
    fileName: mediaFileName([titleOf(report), section, item?.label ?? null], number, ext),
  }
}

const typeNames: Readonly<Record<string, string>> = {
  textsingle: 'text',
  datetime: 'date and time',
  dynamicfield: 'group',
  element: 'entry',
  smartfield: 'condition',
}

/** The item's own label, or what kind of item it is. */
export function titleOfItem(item: ReportItem): string {
  if (item.label !== null) return item.label
  if (item.answer.kind === 'instance') return instanceName(item)
  return `Unnamed ${typeNames[item.type] ?? item.type}`
}
