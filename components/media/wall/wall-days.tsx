import { useTranslations } from 'next-intl'
import type { WallFile } from '@/lib/media/schema'
import { inspectionOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import type { MeasuredView } from './use-measured-view'
import { type DayInSight, dayHeadPx, findInSight, type WallLayout } from './wall-layout'
import { WallTile } from './wall-tile'

/** Rendered above and below the visible part, so that scrolling shows pictures at once. */
const overscanPx = 600

/** The visible days, each with its tiles. */
export function WallDays({
  layout,
  files,
  view,
  active,
  showsFailures,
  onOpen,
  onActive,
}: {
  layout: WallLayout
  files: readonly WallFile[]
  view: MeasuredView
  active: number
  /** Marks files of failed answers, because the wall also shows other files. */
  showsFailures: boolean
  onOpen: (index: number) => void
  onActive: (index: number) => void
}) {
  const { tile, row, columns, gap } = layout
  const ratio = typeof devicePixelRatio === 'number' ? devicePixelRatio : 1
  const size = tile * ratio > 170 ? 'medium' : 'small'
  const t = useTranslations('media.wall')
  const names = useReportNames()
  const captionOf = (file: WallFile) => {
    const inspection = inspectionOfMedia(file, names)
    return file.siteName === null || inspection === null ? inspection : t('place', { site: file.siteName, inspection })
  }
  return (
    <div className="relative" style={{ height: layout.height }}>
      {findDrawn(layout, view, active).map(({ day, from, end }) => (
        <section
          key={day.first}
          aria-label={day.label}
          className="absolute inset-x-0"
          style={{ top: day.top, height: day.height }}
        >
          <h2
            className="sticky top-0 z-10 flex items-center gap-2 bg-canvas text-sm font-semibold max-sm:px-4"
            style={{ height: dayHeadPx }}
          >
            {day.label}
            <span className="text-xs font-normal text-ink-muted tabular-nums">{day.count}</span>
          </h2>
          <ul>
            {files.slice(from, end).map((file, at) => {
              const index = from + at
              const inDay = index - day.first
              return (
                <li
                  key={`${file.auditId} ${file.id} ${index}`}
                  aria-setsize={day.count}
                  aria-posinset={inDay + 1}
                  className="absolute"
                  style={{
                    left: (inDay % columns) * (tile + gap),
                    top: dayHeadPx + Math.floor(inDay / columns) * (row + gap),
                    width: tile,
                    height: row,
                  }}
                >
                  <WallTile
                    file={file}
                    caption={captionOf(file)}
                    showsFailure={showsFailures}
                    index={index}
                    size={size}
                    isActive={index === active}
                    onOpen={onOpen}
                    onActive={onActive}
                  />
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

/**
 * The days and files to render: those in and around the visible part, and always the active file, because Tab leads to
 * it.
 */
function findDrawn(layout: WallLayout, view: MeasuredView, active: number): readonly DayInSight[] {
  const drawn = findInSight(layout, view.top - overscanPx, view.top + view.heightPx + overscanPx)
  if (drawn.some(({ from, end }) => active >= from && active < end)) return drawn
  const day = layout.days.find(({ first, count }) => active >= first && active < first + count)
  // A day that is already rendered keeps its own files. The active file is far away and only reached by scrolling.
  if (day === undefined || drawn.some((each) => each.day.first === day.first)) return drawn
  return [...drawn, { day, from: active, end: active + 1 }]
}
