import { ArrowDown, ArrowUp, Images, Square, SquareCheck } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Segmented } from '@/components/ui/inputs/segmented'
import type { DiffJumps } from './use-diff-jumps'

export const shows = ['all', 'new', 'fixed', 'changed'] as const
export type Show = (typeof shows)[number]

/** Chooses which differences are shown, jumps between them, and names the two sides above the columns. */
export function CompareToolbar({
  show,
  counts,
  onShowChange,
  shownCount,
  jumps,
  onOpenPhotos,
  titles,
  withTitlePage,
  onTitlePageChange,
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
  withTitlePage: boolean
  onTitlePageChange: (withTitlePage: boolean) => void
}) {
  const t = useTranslations('compare.toolbar')
  return (
    <div className="-mx-1 space-y-3 border-b border-line bg-canvas px-1 py-2 md:sticky md:top-12 md:z-10 print:static print:border-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <ShowFilter show={show} counts={counts} onChange={onShowChange} />
        {shownCount > 0 && <JumpButtons count={shownCount} jumps={jumps} />}
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            variant="ghost"
            icon={withTitlePage ? SquareCheck : Square}
            aria-pressed={withTitlePage}
            onClick={() => onTitlePageChange(!withTitlePage)}
          >
            {t('titlePage')}
          </Button>
          {onOpenPhotos !== undefined && (
            <Button size="sm" icon={Images} onClick={onOpenPhotos}>
              {t('photos')}
            </Button>
          )}
        </div>
      </div>
      <div
        aria-hidden
        className="hidden gap-x-6 pe-3 ps-4 text-xs font-semibold text-ink-muted md:grid md:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)] print:grid print:grid-cols-3"
      >
        <span className="hidden xl:block print:block">{t('question')}</span>
        <span className="truncate">{t('side', { side: 'A', title: titles.left })}</span>
        <span className="truncate">{t('side', { side: 'B', title: titles.right })}</span>
      </div>
    </div>
  )
}

function JumpButtons({ count, jumps }: { count: number; jumps: DiffJumps }) {
  const t = useTranslations('compare')
  return (
    <fieldset aria-label={t('toolbar.differences')} className="inline-flex items-center gap-1">
      <IconButton size="sm" icon={ArrowUp} label={t('shortcuts.previous')} keys="p" onClick={() => jumps.jump(-1)} />
      <IconButton size="sm" icon={ArrowDown} label={t('shortcuts.next')} keys="n" onClick={() => jumps.jump(1)} />
      <span className="text-sm text-ink-muted tabular-nums" aria-live="polite">
        {jumps.position === null
          ? t('toolbar.count', { count })
          : t('toolbar.position', { position: jumps.position + 1, count })}
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
  const t = useTranslations('compare.toolbar.shows')
  const format = useFormatter()
  return (
    <Segmented
      label={t('label')}
      value={show}
      options={shows.map((each) => ({
        value: each,
        label: (
          <>
            {t(each)} <span className="ms-1 text-xs tabular-nums">{format.number(counts[each])}</span>
          </>
        ),
      }))}
      onChange={onChange}
    />
  )
}
