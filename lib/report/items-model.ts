import { readAnswer, structuralTypes } from './answers'
import { describeCondition, type ResponseLabels } from './conditions'
import { collectMedia, readMedia, type MediaReference } from './media-refs'
import { asNumber, asRecord, asText, describeOthers, type JsonRecord } from './read'
import type { ReportItem, ReportMedia, ReportScore, ReportSection } from './schema'
import type { Slices } from './slices-model'
import type { Place } from './structure'

/** The key of the section for items outside of all sections. */
export const looseSectionKey = 'outside-sections'

/** The label of the template's picture, by which the media wall excludes it. */
export const logoLabel = 'Template logo'

/** Reads a score. The percentage is computed when the document has only points, so that a score is always complete. */
export function readScore(score: unknown, max: unknown, percentage: unknown): ReportScore | null {
  const [points, maximum, share] = [asNumber(score), asNumber(max), asNumber(percentage)]
  if (points === null && share === null) return null
  const computed = points !== null && maximum !== null && maximum > 0 ? (points / maximum) * 100 : null
  return { score: points ?? 0, max: maximum, percentage: share ?? (Number.isFinite(computed) ? computed : null) }
}

interface ReadItems {
  items: ReportItem[]
  sections: ReportSection[]
  media: ReportMedia[]
}

/** Items, sections and files of a document whose items were arranged. */
export function* readItems(places: readonly Place[], root: JsonRecord, labels: ResponseLabels): Slices<ReadItems> {
  const sections = new Map<string, ReportSection>()
  const itemByPlace = new Map<Place, ReportItem>()
  const media = new Map<string, ReportMedia>()

  for (const place of places) {
    const parent = place.parent === null ? null : (itemByPlace.get(place.parent) ?? null)
    const references = collectMedia(place.item)
    const item = readItem(place, parent, references)
    if (item.answer.kind === 'condition') item.answer.words = describeCondition(asRecord(place.item['options']), labels)
    itemByPlace.set(place, item)
    if (isSectionPlace(place)) openSection(sections, item, { parent, isTitlePage: place.isTitlePage })
    if (item.sectionKey === looseSectionKey) openLooseSection(sections)
    keepMedia(media, references, item)
    countIn(sections.get(item.sectionKey), item)
    if (itemByPlace.size % 32 === 0) yield
  }
  const items = [...itemByPlace.values()]
  numberInstances(items)

  // According to the contract, the document also has a combined list at the top level. Ids in it that no item has are
  // attachments of the inspection itself. The picture of the template comes last, because it says nothing about this
  // inspection.
  const logo = readMedia(asRecord(asRecord(asRecord(root['template_data'])['metadata'])['image']))
  const logos = logo === null ? [] : [{ ...logo, label: logoLabel }]
  for (const reference of [...collectMedia({ media: root['media'] }), ...logos]) {
    if (!media.has(reference.id)) {
      media.set(reference.id, { ...reference, itemKey: null, sectionKey: null, hidden: false })
    }
  }
  return { items, sections: [...sections.values()], media: [...media.values()] }
}

const knownItemFields = new Set(
  `item_id parent_id label type options responses media children scoring inactive evaluation
   reference_item_profile_ids action_item_profile_id`.split(/\s+/),
)
const isKnownField = (name: string) => knownItemFields.has(name)

function readItem(place: Place, parent: ReportItem | null, references: readonly MediaReference[]): ReportItem {
  const { item, type } = place
  const { answer, isAnswered, failed, note, extra } = readAnswer(type, item)
  const scoring = asRecord(item['scoring'])
  const isSection = isSectionPlace(place)
  const unknownFields = describeOthers(item, isKnownField)
  return {
    key: place.key,
    itemId: place.itemId,
    type,
    label: asText(item['label']),
    parentKey: parent?.key ?? null,
    depth: depthOf(type, parent, isSection),
    sectionKey: isSection ? place.key : (parent?.sectionKey ?? looseSectionKey),
    hidden: place.hidden ?? (answer.kind === 'condition' && answer.holds === false ? 'inactive' : null),
    failed,
    isMandatory: asRecord(item['options'])['is_mandatory'] === true,
    isAnswered,
    answer,
    note,
    score: readScore(scoring['score'], scoring['max_score'], scoring['score_percentage']),
    combined: readScore(scoring['combined_score'], scoring['combined_max_score'], scoring['combined_score_percentage']),
    mediaIds: references.map((reference) => reference.id),
    extra: unknownFields.length === 0 ? extra : [...extra, ...unknownFields],
  }
}

/**
 * Whether an item is a section of the report. Headings in an entry of a repeated group only arrange that entry. As
 * sections, "Condition" would be listed once per entry, without saying which entry it belongs to.
 */
function isSectionPlace({ type, isInEntry }: Place): boolean {
  return (type === 'section' || type === 'category') && !isInEntry
}

/**
 * The depth starts at 0 in sections and categories. A condition does not add a level itself, but the items that it
 * reveals do.
 */
function depthOf(type: string, parent: ReportItem | null, isSection: boolean): number {
  if (parent === null || isSection) return 0
  if (parent.answer.kind === 'heading' && parent.sectionKey === parent.key) return 0
  return type === 'smartfield' ? parent.depth : parent.depth + 1
}

function openSection(
  sections: Map<string, ReportSection>,
  item: ReportItem,
  { parent, isTitlePage }: { parent: ReportItem | null; isTitlePage: boolean },
): void {
  sections.set(item.key, {
    key: item.key,
    label: item.label,
    level: parent === null ? 0 : 1,
    hidden: item.hidden !== null,
    isTitlePage,
    score: item.combined ?? item.score,
    failedCount: 0,
    answerCount: 0,
    mediaCount: 0,
  })
}

function openLooseSection(sections: Map<string, ReportSection>): void {
  if (sections.has(looseSectionKey)) return
  sections.set(looseSectionKey, {
    key: looseSectionKey,
    label: null,
    level: 0,
    hidden: false,
    isTitlePage: false,
    score: null,
    failedCount: 0,
    answerCount: 0,
    mediaCount: 0,
  })
}

function countIn(section: ReportSection | undefined, item: ReportItem): void {
  if (section === undefined || item.hidden !== null) return
  section.failedCount += item.failed ? 1 : 0
  section.answerCount += structuralTypes.has(item.type) ? 0 : 1
  section.mediaCount += item.mediaIds.length
}

/** A file that belongs to several items is kept for the first one that is shown. */
function keepMedia(media: Map<string, ReportMedia>, references: readonly MediaReference[], item: ReportItem): void {
  for (const reference of references) {
    const known = media.get(reference.id)
    if (known !== undefined && !(known.hidden && item.hidden === null)) continue
    const { key: itemKey, sectionKey } = item
    if (known !== undefined) media.delete(reference.id)
    media.set(reference.id, { ...reference, itemKey, sectionKey, hidden: item.hidden !== null })
  }
}

/** Gives the instances of a repeated group its name and their number, as in "Ladder 2 of 3". */
function numberInstances(items: readonly ReportItem[]): void {
  const groups = new Map<string, ReportItem>()
  const instances = new Map<string | null, ReportItem[]>()
  for (const item of items) {
    if (item.answer.kind === 'group') groups.set(item.key, item)
    if (item.type !== 'element') continue
    const members = instances.get(item.parentKey)
    if (members === undefined) instances.set(item.parentKey, [item])
    else members.push(item)
  }
  for (const [parentKey, members] of instances) {
    const group = parentKey === null ? undefined : groups.get(parentKey)
    const name = group?.answer.kind === 'group' ? (group.label ?? group.answer.name) : null
    members.forEach((member, index) => {
      member.answer = { kind: 'instance', name, ordinal: index + 1, of: members.length }
    })
    if (group?.answer.kind === 'group') group.answer = { ...group.answer, instances: members.length }
  }
}
