import type { Report, ReportItem } from '@/lib/report/schema'
import { finish, sliced, type Slices } from '@/lib/report/slices-model'
import { diffHeaders } from './diff-header'
import { isAnswer, listChanges } from './diff-item'
import { matchItems } from './diff-match'
import { type JoinedSections, joinSections, nameLeft, nameRight, orderPairs } from './diff-order'
import { createPlaces, type Places } from './diff-places'
import type { DiffCounts, FailureOutcome, ItemDiff, ReportDiff } from './diff-schema'

export interface DiffOptions {
  /**
   * Whether two inspections are compared, not two versions of one. Two inspections never have the same files, so only
   * the number of files is compared.
   */
  areApart?: boolean
}

/**
 * The differences between two reports. Never fails and is deterministic. Every item of both sides is in exactly one
 * `ItemDiff`. Swapping the sides only swaps left and right, new and fixed, added and removed.
 */
export function diffReports(left: Report, right: Report, options: DiffOptions = {}): ReportDiff {
  return finish(diffReportsSlices(left, right, options))
}

/** `diffReports` as work that can pause to let other work run. */
export function* diffReportsSlices(
  left: Report,
  right: Report,
  { areApart = false }: DiffOptions = {},
): Slices<ReportDiff> {
  const rightOf = yield* matchItems(left, right)
  const sides = { left: createPlaces(left), right: createPlaces(right) }
  yield
  const sectionKeys = joinSections(left, right, rightOf)
  yield
  const items = yield* sliced(orderPairs(left, right, rightOf), ([leftItem, rightItem]) =>
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

/** Whether two reports show no differences: in no item, no field of the header and no file. */
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

/** The group of changes in which an item is shown. */
export function groupOf(item: ItemDiff): 'new' | 'fixed' | 'changed' | 'unchanged' {
  if (item.failure === 'new' || item.failure === 'fixed') return item.failure
  return isNews(item) ? 'changed' : 'unchanged'
}

interface PairContext {
  areApart: boolean
  sides: { left: Places; right: Places }
  sectionKeys: JoinedSections
}

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
    place: item === null ? [] : (right === null ? context.sides.left : context.sides.right)(item),
    isShown,
    isAnswer: (left !== null && isAnswer(left)) || (right !== null && isAnswer(right)),
  }
}

function isFailing(item: ReportItem | null): boolean {
  return item !== null && item.failed && item.hidden === null
}

function outcomeOf(left: boolean, right: boolean): FailureOutcome | null {
  if (left && right) return 'both'
  return right ? 'new' : left ? 'fixed' : null
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
    // Unchanged headings and conditions are not answers; changes in them still count.
    else if (group === 'changed') counts.changed += 1
    else if (item.isAnswer) counts.unchanged += 1
  }
  return counts
}
