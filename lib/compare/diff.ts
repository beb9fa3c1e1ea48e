import { matchItems } from './diff-match'
import type {
  ChangedPart,
  DiffCounts,
  DiffSection,
  FailureOutcome,
  HeaderChange,
  ItemDiff,
  ReportDiff,
} from './diff-schema'
import type { Answer, Report, ReportItem } from '@/lib/report/schema'
import { instanceName } from '@/lib/report/view'

export interface DiffOptions {
  /**
   * Two inspections instead of two versions of one: the files of two inspections are never the same, so only how many
   * there are counts.
   */
  areApart?: boolean
}

/**
 * What differs between two reports. Total and deterministic; every item of both sides is in exactly one `ItemDiff`, and
 * exchanging the sides exchanges what is left and right, new and fixed, added and removed, and nothing else.
 */
export function diffReports(left: Report, right: Report, { areApart = false }: DiffOptions = {}): ReportDiff {
  const rightOf = matchItems(left, right)
  const sides = { left: createPlaces(left), right: createPlaces(right) }
  const sectionKeys = joinSections(left, right, rightOf)
  const items = orderPairs(left, right, rightOf).map(([leftItem, rightItem]) =>
    diffPair(leftItem, rightItem, { areApart, sides, sectionKeys }),
  )
  const used = new Set(items.map(({ sectionKey }) => sectionKey))
  return {
    header: diffHeaders(left, right),
    sections: sectionKeys.sections.filter(({ key }) => used.delete(key)),
    items,
    media: diffMedia(left, right),
    counts: countItems(items),
  }
}

/** Whether there is anything to tell of: an item that is shown, a fact of the head or a file. */
export function isEmptyDiff(diff: ReportDiff): boolean {
  return (
    diff.header.length === 0 &&
    diff.media.added.length === 0 &&
    diff.media.removed.length === 0 &&
    diff.items.every((item) => !isNews(item))
  )
}

/** Whether an item is worth showing among the changes. */
export function isNews(item: ItemDiff): boolean {
  return item.isShown && item.kind !== 'same'
}

/** The group in which an item is shown. */
export function groupOf(item: ItemDiff): 'new' | 'fixed' | 'changed' | 'unchanged' {
  if (item.failure === 'new' || item.failure === 'fixed') return item.failure
  return isNews(item) ? 'changed' : 'unchanged'
}

type Pair = [ReportItem | null, ReportItem | null]

function pairAlone(left: ReportItem): Pair {
  return [left, null]
}

// Keys are ids that a document may choose: what both sides have in common goes by the right one's.
const nameRight = (key: string) => `b/${key}`
const nameLeft = (key: string) => `a/${key}`

function push<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else group.push(value)
}

/** Pairs in the order of the right side; what only the left has follows what it followed there. */
function orderPairs(left: Report, right: Report, rightOf: ReadonlyMap<ReportItem, ReportItem>): Pair[] {
  const leftOf = new Map([...rightOf].map(([leftItem, rightItem]) => [rightItem, leftItem]))
  const followers = new Map<ReportItem | null, ReportItem[]>()
  let anchor: ReportItem | null = null
  for (const item of left.items) {
    const other = rightOf.get(item)
    if (other !== undefined) {
      anchor = other
      continue
    }
    push(followers, anchor, item)
  }
  return [
    ...(followers.get(null) ?? []).map(pairAlone),
    ...right.items.flatMap((item): Pair[] => [
      [leftOf.get(item) ?? null, item],
      ...(followers.get(item) ?? []).map(pairAlone),
    ]),
  ]
}

interface JoinedSections {
  sections: DiffSection[]
  left: ReadonlyMap<string, string>
}

/** The sections of both sides as one list. Those whose headings belong together are one. */
function joinSections(left: Report, right: Report, rightOf: ReadonlyMap<ReportItem, ReportItem>): JoinedSections {
  const headings = new Map(left.items.map((item) => [item.key, item]))
  const rightKeys = new Set(right.sections.map(({ key }) => key))
  const joined = new Map<string, string>()
  for (const { key } of left.sections) {
    const heading = headings.get(key)
    const other = heading === undefined ? undefined : rightOf.get(heading)
    const twin = other !== undefined && rightKeys.has(other.key) ? other.key : heading === undefined ? key : null
    joined.set(key, twin !== null && rightKeys.has(twin) ? nameRight(twin) : nameLeft(key))
  }
  const known = new Set(right.sections.map(({ key }) => nameRight(key)))
  const followers = new Map<string | null, DiffSection[]>()
  let anchor: string | null = null
  for (const { key, label } of left.sections) {
    const name = joined.get(key) ?? nameLeft(key)
    if (known.has(name)) anchor = name
    else push(followers, anchor, { key: name, label })
  }
  return {
    left: joined,
    sections: [
      ...(followers.get(null) ?? []),
      ...right.sections.flatMap(({ key, label }) => [
        { key: nameRight(key), label },
        ...(followers.get(nameRight(key)) ?? []),
      ]),
    ],
  }
}

interface PairContext {
  areApart: boolean
  sides: { left: Places; right: Places }
  sectionKeys: JoinedSections
}

const passive: ReadonlySet<Answer['kind']> = new Set(['heading', 'group', 'instance', 'condition', 'information'])

function diffPair(left: ReportItem | null, right: ReportItem | null, context: PairContext): ItemDiff {
  const changed = left === null || right === null ? [] : listChanges(left, right, context.areApart)
  const only = left === null ? 'right-only' : 'left-only'
  const kind = left === null || right === null ? only : changed.length === 0 ? 'same' : 'changed'
  const item = right ?? left
  const isShown = left?.hidden === null || right?.hidden === null
  return {
    key: right === null ? nameLeft(left?.key ?? '') : nameRight(right.key),
    kind,
    left,
    right,
    changed,
    failure: outcomeOf(isFailing(left), isFailing(right)),
    sectionKey:
      right === null
        ? (context.sectionKeys.left.get(left?.sectionKey ?? '') ?? nameLeft(left?.sectionKey ?? ''))
        : nameRight(right.sectionKey),
    place: item === null ? '' : (right === null ? context.sides.left : context.sides.right)(item),
    isShown,
    isAnswer: (left !== null && !passive.has(left.answer.kind)) || (right !== null && !passive.has(right.answer.kind)),
  }
}

function isFailing(item: ReportItem | null): boolean {
  return item !== null && item.failed && item.hidden === null
}

function outcomeOf(left: boolean, right: boolean): FailureOutcome | null {
  if (left && right) return 'both'
  return right ? 'new' : left ? 'fixed' : null
}

function listChanges(left: ReportItem, right: ReportItem, areApart: boolean): ChangedPart[] {
  const changes: Array<[ChangedPart, boolean]> = [
    ['answer', describeAnswer(left.answer, areApart) !== describeAnswer(right.answer, areApart)],
    ['note', (left.note ?? '') !== (right.note ?? '')],
    ['failed', left.failed !== right.failed],
    // What is above the answers is scored by them.
    [
      'score',
      !passive.has(right.answer.kind) &&
        !passive.has(left.answer.kind) &&
        describeScore(left.score) !== describeScore(right.score),
    ],
    [
      'media',
      areApart
        ? left.mediaIds.length !== right.mediaIds.length
        : [...new Set(left.mediaIds)].toSorted().join('\n') !== [...new Set(right.mediaIds)].toSorted().join('\n'),
    ],
    ['hidden', (left.hidden === null) !== (right.hidden === null)],
    ['question', (left.label ?? '') !== (right.label ?? '')],
  ]
  return changes.filter(([, isDifferent]) => isDifferent).map(([part]) => part)
}

function describeScore(score: ReportItem['score']): string {
  return score === null ? '' : `${score.score}/${score.max ?? '?'}`
}

function describeInstant(at: string | null): number | string | null {
  const time = at === null ? Number.NaN : Date.parse(at)
  return Number.isNaN(time) ? at : time
}

/** What an answer says, as text to compare. Ids of responses and colours are the template's, not the inspector's. */
function describeAnswer(answer: Answer, areApart: boolean): string {
  switch (answer.kind) {
    case 'choice':
      return JSON.stringify(['choice', ...answer.selected.map(({ label }) => label).toSorted()])
    case 'instant':
      return JSON.stringify(['instant', describeInstant(answer.at)])
    case 'slider':
      return JSON.stringify(['slider', answer.value])
    case 'signature':
      return JSON.stringify([
        'signature',
        answer.name,
        describeInstant(answer.at),
        areApart ? answer.imageId !== null : answer.imageId,
      ])
    case 'drawing':
      return JSON.stringify(['drawing', areApart ? answer.imageId !== null : answer.imageId])
    case 'condition':
    case 'group':
      // They follow from answers and entries, which are told of themselves.
      return answer.kind
    case 'instance':
      // Which of how many it is tells of its neighbours, not of itself.
      return JSON.stringify(['instance', answer.name])
    case 'assets':
      return JSON.stringify(['assets', ...answer.assets.map(({ id, label }) => id ?? label).toSorted()])
    default:
      return JSON.stringify(answer)
  }
}

type Places = (item: ReportItem) => string

const placeNamesMax = 4

/** Names of what an item stands in. Parents come before children, so each knows the nearest one with a name. */
function createPlaces(report: Report): Places {
  const named = new Map<string, { name: string; above: string | null }>()
  const nearest = new Map<string, string | null>()
  for (const item of report.items) {
    const above = item.parentKey === null ? null : (nearest.get(item.parentKey) ?? null)
    const name =
      item.answer.kind === 'heading' ? item.label : item.answer.kind === 'instance' ? instanceName(item) : null
    if (name !== null) named.set(item.key, { name, above })
    nearest.set(item.key, name === null ? above : item.key)
  }
  return (item) => {
    const names: string[] = []
    let at = item.parentKey === null ? null : (nearest.get(item.parentKey) ?? null)
    while (at !== null && names.length < placeNamesMax) {
      const place = named.get(at)
      if (place === undefined) break
      names.unshift(place.name)
      at = place.above
    }
    return names.join(' › ')
  }
}

function diffHeaders(left: Report, right: Report): HeaderChange[] {
  const texts = {
    title: [left.title, right.title],
    template: [left.templateName, right.templateName],
    site: [siteOf(left), siteOf(right)],
    author: [left.authorName, right.authorName],
    owner: [left.ownerName, right.ownerName],
    preparedBy: [left.preparedBy, right.preparedBy],
    documentNo: [left.documentNo, right.documentNo],
    location: [left.locationText, right.locationText],
  } as const
  const changes: HeaderChange[] = []
  for (const [field, [before, after]] of Object.entries(texts))
    if (before !== after) changes.push({ field: field as keyof typeof texts, left: before, right: after })
  for (const field of ['startedAt', 'completedAt'] as const)
    if (describeInstant(left[field]) !== describeInstant(right[field]))
      changes.push({ field, left: left[field], right: right[field] })
  if (JSON.stringify(left.score) !== JSON.stringify(right.score))
    changes.push({ field: 'score', left: left.score, right: right.score })
  if (left.archived !== right.archived) changes.push({ field: 'archived', left: left.archived, right: right.archived })
  return changes
}

function siteOf({ site }: Report): string | null {
  const parts = [site.name, site.area, site.region].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

function listShownMedia({ media }: Report): string[] {
  return [...new Set(media.filter(({ hidden }) => !hidden).map(({ id }) => id))]
}

function diffMedia(left: Report, right: Report): ReportDiff['media'] {
  const [before, after] = [listShownMedia(left), listShownMedia(right)]
  const [wasThere, isThere] = [new Set(before), new Set(after)]
  return { added: after.filter((id) => !wasThere.has(id)), removed: before.filter((id) => !isThere.has(id)) }
}

function countItems(items: readonly ItemDiff[]): DiffCounts {
  const counts: DiffCounts = { newFailures: 0, fixed: 0, changed: 0, unchanged: 0, failedInBoth: 0 }
  for (const item of items) {
    if (!item.isShown) continue
    const group = groupOf(item)
    if (item.failure === 'both') counts.failedInBoth += 1
    if (group === 'new') counts.newFailures += 1
    else if (group === 'fixed') counts.fixed += 1
    // Headings and conditions that are the same are no answers; what differs in them is still told.
    else if (group === 'changed') counts.changed += 1
    else if (item.isAnswer) counts.unchanged += 1
  }
  return counts
}
