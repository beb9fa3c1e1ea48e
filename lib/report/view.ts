import { mediaFileName } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import {
  entryName,
  placeNameOf,
  type ReportNames,
  storedNames,
  titleOf,
  titleOfItem,
  writePlaceName,
} from './names-model'
import type { Report, ReportItem, ReportMedia, ReportSection } from './schema'

export const viewModes = ['filled', 'failed-first', 'failed-only'] as const
export type ViewMode = (typeof viewModes)[number]

/**
 * `in-progress`: not completed. `failed`: completed with at least one failed answer. `passed`: completed without failed
 * answers.
 */
export function resultOf({ completedAt, failedCount }: Pick<Report, 'completedAt' | 'failedCount'>) {
  if (completedAt === null) return 'in-progress'
  return failedCount > 0 ? 'failed' : 'passed'
}

/** The view in which a report opens. A failed report opens with its failures first. */
export function firstMode(report: Pick<Report, 'completedAt' | 'failedCount'>): ViewMode {
  return resultOf(report) === 'failed' ? 'failed-first' : 'filled'
}

/**
 * Consecutive items under one heading. `isContinued`: the section continues after one of its categories, without a
 * heading.
 */
export interface ReportBlock {
  key: string
  section: ReportSection | null
  isContinued: boolean
  items: ReportItem[]
}

export interface ReportLayout {
  /** Failed answers at the top, only in the mode `failed-first`. */
  failed: ReportItem[]
  blocks: ReportBlock[]
  /** Keys of the failed items in the order on screen, for jumps. */
  failedKeys: string[]
}

function isFailure(item: ReportItem): boolean {
  return item.failed && item.hidden === null
}

/**
 * Arranges the items for a mode. Headings become blocks, except those inside an entry of a repeated group. A heading
 * without items of its own is kept, as on paper.
 */
export function layOut(report: Report, options: { mode: ViewMode; showHidden: boolean }): ReportLayout {
  const { mode, showHidden } = options
  const sections = new Map(report.sections.map((section) => [section.key, section]))
  const isShown = (item: ReportItem) => item.hidden === null || showHidden
  const failed = mode === 'failed-first' ? report.items.filter(isFailure) : []
  const blocks: ReportBlock[] = []
  const headed = new Set<string>()
  for (const item of report.items) {
    if (!isShown(item)) continue
    const isHeading = item.answer.kind === 'heading' && item.sectionKey === item.key
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

/** Rows and headings that a view shows. */
export function countRows({ failed, blocks }: ReportLayout): number {
  return blocks.reduce((sum, { items }) => sum + items.length + 1, failed.length)
}

/** More names than this would be less helpful. */
const placeNamesMax = 8
const placeNameCharsMax = 200

/**
 * "Brakes › Ladder 2 of 3": where an item is, for places that show the item alone. If there are many names, the
 * outermost ones are left out.
 */
export function describePlace(
  byKey: ReadonlyMap<string, ReportItem>,
  item: ReportItem,
  reportNames: ReportNames,
): string {
  const names: string[] = []
  for (let at = parentOf(byKey, item); at !== undefined; at = parentOf(byKey, at)) {
    const name = placeNameOf(at)
    if (name === null) continue
    names.unshift(names.length < placeNamesMax ? cutText(writePlaceName(name, reportNames), placeNameCharsMax) : '…')
    if (names.length > placeNamesMax) break
  }
  return names.join(' › ')
}

/** Shortens a text where space is limited: in a tab's name, a tooltip, a label. */
export function cutText(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars).toWellFormed()}…`
}

function parentOf(byKey: ReadonlyMap<string, ReportItem>, item: ReportItem): ReportItem | undefined {
  return item.parentKey === null ? undefined : byKey.get(item.parentKey)
}

/** An item with the items shown inside it: the answers of an entry of a repeated group. */
export interface NestedItem {
  item: ReportItem
  inside: NestedItem[]
}

/**
 * For each item inside an entry of a repeated group, the nearest entry around it. `items` must have parents before
 * their children.
 */
export function findEntries(items: Iterable<ReportItem>): Map<string, ReportItem> {
  const entries = new Map<string, ReportItem>()
  const instances = new Map<string, ReportItem>()
  for (const item of items) {
    if (item.answer.kind === 'instance') instances.set(item.key, item)
    const around = instances.get(item.parentKey ?? '') ?? entries.get(item.parentKey ?? '')
    if (around !== undefined) entries.set(item.key, around)
  }
  return entries
}

/** Documents may nest to any depth, but a page may not. */
const nestingMax = 8

/** The items of a block, with the items of each entry inside that entry. Their order and number stay the same. */
export function nestEntries(items: readonly ReportItem[], entries: ReadonlyMap<string, ReportItem>): NestedItem[] {
  const top = { list: [] as NestedItem[], depth: 0 }
  const lists = new Map<string, typeof top>()
  const listAround = (key: string) => {
    // An entry that is not shown itself leaves its items to the next entry around it.
    const passed: string[] = []
    let around = entries.get(key)
    for (; around !== undefined && !lists.has(around.key); around = entries.get(around.key)) passed.push(around.key)
    const found = lists.get(around?.key ?? '') ?? top
    for (const name of passed) lists.set(name, found)
    return found
  }
  for (const item of items) {
    const nested: NestedItem = { item, inside: [] }
    const { list, depth } = listAround(item.key)
    list.push(nested)
    if (item.answer.kind === 'instance' && depth < nestingMax)
      lists.set(item.key, { list: nested.inside, depth: depth + 1 })
  }
  return top.list
}

/** The address as a person writes it. The apps add the coordinates as the last line, but these are shown separately. */
export function writeAddress(text: string, coordinates: unknown): string {
  if (coordinates === null) return text
  const written = text.replace(/\s*\(-?\d{1,3}(\.\d+)?, ?-?\d{1,3}(\.\d+)?\)$/, '').trim()
  return written === '' ? text : written
}

/** The address of coordinates on a map. The map's operator only learns about people who follow the link. */
export function mapHref({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const [lat, lon] = [latitude.toFixed(5), longitude.toFixed(5)]
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`
}

/**
 * The points that a section and everything below it missed; 0 where there is no score. Rounding makes thirds add up to
 * whole numbers.
 */
export function lostPoints({ score }: Pick<ReportSection, 'score'>): number {
  return score === null || score.max === null ? 0 : Math.round((score.max - score.score) * 100) / 100
}

/** Sections in the order of the outline or by lost points, which include everything below a section. */
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

/**
 * The report's files in reading order, as thumbnails, viewer and archives need them. `fileName` says where a file was
 * taken (title_section_entry_question_n.ext); two files can have the same name. Hidden files are left out unless
 * `showHidden` is set. The file `alwaysId` is always kept, so that a shared link opens.
 */
export function listViewerMedia(
  report: Report,
  auditId: string,
  options: { showHidden?: boolean; alwaysId?: string | null } = {},
): ViewerMedia[] {
  const { showHidden = false, alwaysId = null } = options
  const itemByKey = new Map(report.items.map((item) => [item.key, item]))
  const sectionByKey = new Map(report.sections.map((section) => [section.key, section]))
  const entries = findEntries(report.items)
  const loose = report.media.filter((media) => media.itemKey === null).map((media) => media.id)
  // Numbers are computed once per item and not once per file, because a document may have thousands of files at one
  // place.
  const numbers = new Map<readonly string[], Map<string, number>>()
  const numberOf = (siblings: readonly string[], id: string) => {
    const known = numbers.get(siblings) ?? new Map(siblings.map((sibling, index) => [sibling, index + 1]))
    numbers.set(siblings, known)
    return known.get(id) ?? 1
  }
  return report.media
    .filter((media) => !media.hidden || showHidden || media.id === alwaysId)
    .map((media) => {
      const item = media.itemKey === null ? undefined : itemByKey.get(media.itemKey)
      const section = media.sectionKey === null ? null : (sectionByKey.get(media.sectionKey)?.label ?? null)
      const siblings = item?.mediaIds ?? loose
      const around = item === undefined ? undefined : entries.get(item.key)
      const entry = around === undefined ? null : entryName(around, storedNames)
      const place = { item, section, entry, number: numberOf(siblings, media.id), of: siblings.length }
      return toViewerMedia(report, auditId, media, place)
    })
}

function toViewerMedia(
  report: Report,
  auditId: string,
  media: ReportMedia,
  place: { item: ReportItem | undefined; section: string | null; entry: string | null; number: number; of: number },
): ViewerMedia {
  const { item, section, entry, number, of } = place
  const { id, kind, ext, isFetchable, label, takenAt } = media
  const question = item === undefined ? null : titleOfItem(item, storedNames)
  return {
    id,
    auditId,
    kind,
    ext,
    isFetchable,
    label,
    takenAt,
    section,
    title: question ?? label ?? storedNames.attachment,
    failed: item?.failed ?? false,
    number,
    of,
    anchor: item === undefined ? null : itemAnchor(item.key),
    fileName: mediaFileName([titleOf(report, storedNames), section, entry, question], number, ext),
  }
}
