'use client'

import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, CircleCheck, Images } from 'lucide-react'
import { useMemo } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { classNames } from '@/lib/browser/class-names'
import type { ReportDiff } from '@/lib/compare/diff-schema'
import { DiffGroup, DiffItems } from './diff-groups'
import { chooseFirstPair, pairFiles, type SideFiles } from './photo-pairs'
import { PairStage } from './pair-stage'
import { useDiffJumps } from './use-diff-jumps'
import { useOpenPair } from './use-open-pair'
import { apartNames, describeCounts, describeUnchanged, groupItems, groupTitles } from './words'

export const shows = ['all', 'new', 'fixed', 'changed'] as const
export type Show = (typeof shows)[number]

const told = ['new', 'fixed', 'changed'] as const

/** What differs between two inspections: new failures, what was fixed, everything else, and folded away what is the same. */
export function CompareBody({
  diff,
  files,
  isSameInspection,
  titles,
  show,
  onShowChange,
  isUnchangedOpen,
  onUnchangedOpenChange,
}: {
  diff: ReportDiff
  files: SideFiles
  isSameInspection: boolean
  titles: { left: string; right: string }
  show: Show
  onShowChange: (show: Show) => void
  isUnchangedOpen: boolean
  onUnchangedOpenChange: (open: boolean) => void
}) {
  const groups = useMemo(() => groupItems(diff.items), [diff])
  const shownGroups = told.filter((group) => (show === 'all' || show === group) && groups[group].length > 0)
  const keys = shownGroups.flatMap((group) => groups[group].map(({ key }) => key))
  const jumps = useDiffJumps(keys)
  const pair = useOpenPair()
  // In the order on screen, what is folded away last.
  const pairs = useMemo(
    () => pairFiles([...groups.new, ...groups.fixed, ...groups.changed, ...groups.unchanged], files, isSameInspection),
    [groups, files, isSameInspection],
  )
  const firstPair = chooseFirstPair(pairs)
  const shared = { sections: diff.sections, names: apartNames, files, onOpenFile: pair.open, isSameInspection }
  const counts = {
    all: keys.length,
    new: diff.counts.newFailures,
    fixed: diff.counts.fixed,
    changed: diff.counts.changed,
  }
  const all = counts.new + counts.fixed + counts.changed

  return (
    <div className="space-y-6">
      <div className="-mx-1 space-y-3 border-b border-line bg-canvas px-1 py-2 md:sticky md:top-12 md:z-10 print:static print:border-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <ShowFilter show={show} counts={{ ...counts, all }} onChange={onShowChange} />
          {keys.length > 0 && (
            <fieldset aria-label="Differences" className="inline-flex items-center gap-1">
              <IconButton
                size="sm"
                icon={ArrowUp}
                label="Previous difference"
                keys="p"
                onClick={() => jumps.jump(-1)}
              />
              <IconButton size="sm" icon={ArrowDown} label="Next difference" keys="n" onClick={() => jumps.jump(1)} />
              <span className="text-sm text-ink-muted tabular-nums" aria-live="polite">
                {jumps.position === null
                  ? `${keys.length} ${keys.length === 1 ? 'difference' : 'differences'}`
                  : `${jumps.position + 1} of ${keys.length}`}
              </span>
            </fieldset>
          )}
          {firstPair !== undefined && (
            <Button size="sm" icon={Images} onClick={() => pair.open(firstPair.key)} className="ml-auto">
              Photos side by side
            </Button>
          )}
        </div>
        <div
          aria-hidden
          className="hidden gap-x-6 pr-3 pl-4 text-xs font-semibold text-ink-muted md:grid md:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)] print:grid print:grid-cols-3"
        >
          <span className="hidden xl:block print:block">Question</span>
          <span className="truncate">A · {titles.left}</span>
          <span className="truncate">B · {titles.right}</span>
        </div>
      </div>
      <p className="text-sm font-medium" aria-live="polite">
        {describeCounts(diff.counts)}
        <span className="font-normal text-ink-muted"> · {describeUnchanged(diff.counts.unchanged)}</span>
      </p>
      {shownGroups.map((group) => (
        <DiffGroup key={group} title={groupTitles[group]} count={groups[group].length}>
          <DiffItems items={groups[group]} {...shared} />
        </DiffGroup>
      ))}
      {keys.length === 0 && (
        <EmptyState
          icon={CircleCheck}
          title={all === 0 ? 'Every answer is the same' : `Nothing among “${showWords[show]}”`}
          {...(all === 0 ? {} : { action: <Button onClick={() => onShowChange('all')}>Show all differences</Button> })}
        >
          {all === 0
            ? 'Answers, notes and scores of both inspections are the same.'
            : `There are ${all} differences of other kinds.`}
        </EmptyState>
      )}
      {show === 'all' && groups.unchanged.length > 0 && (
        <section aria-label="Unchanged answers" className={classNames('space-y-2', !isUnchangedOpen && 'print:hidden')}>
          <button
            type="button"
            aria-expanded={isUnchangedOpen}
            onClick={() => onUnchangedOpenChange(!isUnchangedOpen)}
            className="flex w-full items-center gap-2 rounded border border-line bg-surface px-3 py-2 text-left hover:border-line-strong"
          >
            {isUnchangedOpen ? (
              <ChevronDown aria-hidden size={16} className="shrink-0 text-ink-muted" />
            ) : (
              <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-muted" />
            )}
            <span className="font-medium tabular-nums">{describeUnchanged(groups.unchanged.length)}</span>
            <UnchangedFailures count={groups.unchanged.filter(({ failure }) => failure === 'both').length} />
          </button>
          {isUnchangedOpen && <DiffItems items={groups.unchanged} {...shared} />}
        </section>
      )}
      <PairStage pairs={pairs} openKey={pair.openKey} names={apartNames} onMove={pair.move} onClose={pair.close} />
    </div>
  )
}

function UnchangedFailures({ count }: { count: number }) {
  if (count === 0) return null
  return <span className="text-sm text-bad tabular-nums">{count} failed in both</span>
}

const showWords: Record<Show, string> = { all: 'All', new: 'New failures', fixed: 'Fixed', changed: 'Changed' }

function ShowFilter({
  show,
  counts,
  onChange,
}: {
  show: Show
  counts: Record<Show, number>
  onChange: (show: Show) => void
}) {
  return (
    <fieldset
      aria-label="Show differences"
      className="flex max-w-full overflow-x-auto rounded border border-line bg-surface p-0.5"
    >
      {shows.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={show === each}
          onClick={() => onChange(each)}
          className={classNames(
            'h-7 shrink-0 rounded-sm px-2.5 text-sm whitespace-nowrap',
            show === each ? 'bg-accent-soft font-medium text-accent-ink' : 'text-ink-muted hover:text-ink',
          )}
        >
          {showWords[each]} <span className="text-xs tabular-nums">{counts[each]}</span>
        </button>
      ))}
    </fieldset>
  )
}
