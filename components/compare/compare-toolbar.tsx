import { ArrowDown, ArrowUp, Images } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import type { DiffJumps } from './use-diff-jumps'

export const shows = ['all', 'new', 'fixed', 'changed'] as const
export type Show = (typeof shows)[number]

export const showWords: Record<Show, string> = {
  all: 'All',
  new: 'New failures',
  fixed: 'Fixed',
  changed: 'Changed',
}

/** Chooses which differences are shown, steps through them, and names the two sides above the columns. */
export function CompareToolbar({
  show,
  counts,
  onShowChange,
  shownCount,
  jumps,
  onOpenPhotos,
  titles,
}: {
  show: Show
  counts: Record<Show, number>
  onShowChange: (show: Show) => void
  /** Differences on screen. */
  shownCount: number
  jumps: DiffJumps
  /** Opens the photos side by side; undefined when neither side has any. */
  onOpenPhotos: (() => void) | undefined
  titles: { left: string; right: string }
}) {
  return (
    <div className="-mx-1 space-y-3 border-b border-line bg-canvas px-1 py-2 md:sticky md:top-12 md:z-10 print:static print:border-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <ShowFilter show={show} counts={counts} onChange={onShowChange} />
        {shownCount > 0 && <JumpButtons count={shownCount} jumps={jumps} />}
        {onOpenPhotos !== undefined && (
          <Button size="sm" icon={Images} onClick={onOpenPhotos} className="ml-auto">
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
  )
}

function JumpButtons({ count, jumps }: { count: number; jumps: DiffJumps }) {
  return (
    <fieldset aria-label="Differences" className="inline-flex items-center gap-1">
      <IconButton size="sm" icon={ArrowUp} label="Previous difference" keys="p" onClick={() => jumps.jump(-1)} />
      <IconButton size="sm" icon={ArrowDown} label="Next difference" keys="n" onClick={() => jumps.jump(1)} />
      <span className="text-sm text-ink-muted tabular-nums" aria-live="polite">
        {jumps.position === null
          ? `${count} ${count === 1 ? 'difference' : 'differences'}`
          : `${jumps.position + 1} of ${count}`}
      </span>
    </fieldset>
  )
}

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
