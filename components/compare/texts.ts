import { useFormatter, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import type { DiffCounts, ItemDiff } from '@/lib/compare/diff-schema'
import { groupOf } from '@/lib/compare/diff'

/** The names of the two sides: two versions of one inspection, or two inspections. */
export interface SideNames {
  left: string
  right: string
}

export function useVersionNames(): SideNames {
  const t = useTranslations('compare.sides')
  const [left, right] = [t('before'), t('after')]
  return useMemo(() => ({ left, right }), [left, right])
}
export const apartNames: SideNames = { left: 'A', right: 'B' }

export const groups = ['new', 'fixed', 'changed', 'unchanged'] as const
export type Group = (typeof groups)[number]

/** "Different: answer, note", without what the badge of the item says. Empty when only the answer differs. */
export function usePartsText({ changed, failure }: ItemDiff): string {
  const t = useTranslations('compare.row')
  const format = useFormatter()
  const hasBadge = failure === 'new' || failure === 'fixed'
  const rest = changed.filter((part) => !(part === 'failed' && hasBadge))
  if (rest.length === 0 || (rest.length === 1 && rest[0] === 'answer')) return ''
  const parts = rest.map((part) => t(`parts.${part}`))
  return t('differs', { parts: format.list(parts, { type: 'unit' }) })
}

/** "2 new failures, 1 fixed, 5 other changes" */
export function useCountsText({ newFailures, fixed, changed }: DiffCounts): string {
  const t = useTranslations('compare.counts')
  const format = useFormatter()
  const parts = [
    ...(newFailures === 0 ? [] : [t('new', { count: newFailures })]),
    ...(fixed === 0 ? [] : [t('fixed', { count: fixed })]),
    ...(changed === 0 ? [] : [t('changed', { count: changed })]),
  ]
  return parts.length === 0 ? t('none') : format.list(parts, { type: 'unit' })
}

/** How many answers changed in any way. */
export function countChanged({ newFailures, fixed, changed }: DiffCounts): number {
  return newFailures + fixed + changed
}

/** Items of each group, in reading order. Unchanged headings and items that neither side shows are in no group. */
export function groupItems(items: readonly ItemDiff[]): Record<Group, ItemDiff[]> {
  const grouped: Record<Group, ItemDiff[]> = { new: [], fixed: [], changed: [], unchanged: [] }
  for (const item of items) {
    const group = groupOf(item)
    if (item.isShown && (group !== 'unchanged' || item.isAnswer)) grouped[group].push(item)
  }
  return grouped
}

/** The id of a difference's element. */
export function diffAnchor(key: string): string {
  return `diff=${encodeURIComponent(key)}`
}
