'use client'

import { ChevronDown, ChevronRight, CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { classNames } from '@/lib/browser/class-names'
import type { ReportDiff } from '@/lib/compare/diff-schema'
import { useReportNames } from '@/lib/report/use-names'
import { CompareToolbar, type Show } from './compare-toolbar'
import { DiffGroup, DiffItems } from './diff-groups'
import { chooseFirstPair, pairFiles, type SideFiles } from './photos/photo-pairs'
import { PairViewer } from './photos/pair-viewer'
import { useDiffJumps } from './use-diff-jumps'
import { useOpenPair } from './photos/use-open-pair'
import { apartNames, countChanged, groupItems, useCountsText } from './texts'

/** The groups of differences, in the order on screen. */
const changedGroups = ['new', 'fixed', 'changed'] as const

/** The differences of two inspections: new failures, fixed ones, all others, and unchanged items collapsed. */
export function CompareBody({
  diff,
  files,
  isSameInspection,
  titles,
  show,
  onShowChange,
  isUnchangedOpen,
  onUnchangedOpenChange,
  withTitlePage,
  onTitlePageChange,
}: {
  diff: ReportDiff
  files: SideFiles
  isSameInspection: boolean
  titles: { left: string; right: string }
  show: Show
  onShowChange: (show: Show) => void
  isUnchangedOpen: boolean
  onUnchangedOpenChange: (open: boolean) => void
  withTitlePage: boolean
  onTitlePageChange: (withTitlePage: boolean) => void
}) {
  const t = useTranslations('compare')
  const groups = useMemo(() => groupItems(diff.items), [diff])
  const shownGroups = changedGroups.filter((group) => (show === 'all' || show === group) && groups[group].length > 0)
  const keys = shownGroups.flatMap((group) => groups[group].map(({ key }) => key))
  const jumps = useDiffJumps(keys)
  const pair = useOpenPair()
  const names = useReportNames()
  // In the order on screen, with the collapsed items at the end.
  const pairs = useMemo(
    () =>
      pairFiles([...groups.new, ...groups.fixed, ...groups.changed, ...groups.unchanged], files, {
        isSameFile: isSameInspection,
        names,
      }),
    [groups, files, isSameInspection, names],
  )
  const firstPair = chooseFirstPair(pairs)
  const shared = { sections: diff.sections, names: apartNames, files, onOpenFile: pair.open, isSameInspection }
  const all = countChanged(diff.counts)
  const countsText = useCountsText(diff.counts)

  return (
    <div className="space-y-6">
      <CompareToolbar
        show={show}
        counts={{ all, new: diff.counts.newFailures, fixed: diff.counts.fixed, changed: diff.counts.changed }}
        onShowChange={onShowChange}
        shownCount={keys.length}
        jumps={jumps}
        onOpenPhotos={firstPair && (() => pair.open(firstPair.key))}
        titles={titles}
        withTitlePage={withTitlePage}
        onTitlePageChange={onTitlePageChange}
      />
      <p className="text-sm font-medium" aria-live="polite">
        {countsText}
        <span className="font-normal text-ink-muted"> · {t('counts.unchanged', { count: diff.counts.unchanged })}</span>
      </p>
      {shownGroups.map((group) => (
        <DiffGroup key={group} title={t(`groups.${group}`)} count={groups[group].length}>
          <DiffItems items={groups[group]} {...shared} />
        </DiffGroup>
      ))}
      {keys.length === 0 && <NoDifferences show={show} all={all} onShowAll={() => onShowChange('all')} />}
      {show === 'all' && groups.unchanged.length > 0 && (
        <UnchangedItems
          items={groups.unchanged}
          isOpen={isUnchangedOpen}
          onOpenChange={onUnchangedOpenChange}
          {...shared}
        />
      )}
      <PairViewer pairs={pairs} openKey={pair.openKey} names={apartNames} onMove={pair.move} onClose={pair.close} />
    </div>
  )
}

/** Says that nothing differs, or that all differences are of other kinds than the chosen one. */
function NoDifferences({ show, all, onShowAll }: { show: Show; all: number; onShowAll: () => void }) {
  const t = useTranslations('compare')
  if (all === 0) {
    return (
      <EmptyState icon={CircleCheck} title={t('body.same')}>
        {t('body.sameText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={CircleCheck}
      title={t('body.none', { show: t(`toolbar.shows.${show}`) })}
      action={<Button onClick={onShowAll}>{t('body.showAll')}</Button>}
    >
      {t('body.noneText', { count: all })}
    </EmptyState>
  )
}

function UnchangedItems({
  isOpen,
  onOpenChange,
  ...list
}: { isOpen: boolean; onOpenChange: (open: boolean) => void } & ComponentProps<typeof DiffItems>) {
  const t = useTranslations('compare')
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const failedCount = list.items.filter(({ failure }) => failure === 'both').length
  return (
    <section aria-label={t('groups.unchanged')} className={classNames('space-y-2', !isOpen && 'print:hidden')}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onOpenChange(!isOpen)}
        className="flex w-full items-center gap-2 rounded border border-line bg-surface px-3 py-2 text-start hover:border-line-strong"
      >
        <Chevron aria-hidden size={16} className="shrink-0 text-ink-muted" />
        <span className="font-medium tabular-nums">{t('counts.unchanged', { count: list.items.length })}</span>
        {failedCount > 0 && (
          <span className="text-sm text-bad tabular-nums">{t('body.failedInBoth', { count: failedCount })}</span>
        )}
      </button>
      {isOpen && <DiffItems {...list} />}
    </section>
  )
}
