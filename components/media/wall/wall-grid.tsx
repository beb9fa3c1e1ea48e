'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { FreshButton } from '@/components/ui/fresh-button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'
import type { WallFile } from '@/lib/media/schema'
import { formatDate } from '@/lib/time/time-format'
import { useActiveTile } from './use-active-tile'
import type { FreshFiles } from './use-fresh-files'
import { useHeldFiles } from './use-held-files'
import { type MeasuredView, useMeasuredView } from './use-measured-view'
import type { WallFiles } from './use-wall'
import { WallDays } from './wall-days'
import { chooseGrain, endOfWeek, startOfGroup } from './wall-groups'
import { layOutWall, stepTo, type WallLayout } from './wall-layout'

/** More files are loaded when the end is nearer than this. */
const readAheadPx = 2_400

/** The tiles of a wall, of which only the visible ones are rendered. */
export function WallGrid({
  found,
  fresh,
  openAt,
  showsFailures,
  onOpen,
}: {
  found: WallFiles
  fresh: FreshFiles
  /** Position of the file in the viewer; null while the viewer is closed, -1 if the file is not on the wall. */
  openAt: number | null
  showsFailures: boolean
  onOpen: (file: WallFile) => void
}) {
  const { files } = found
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useMeasuredView(scroller)
  const days = useGroupNames(files)
  const layout = useMemo(() => layOutWall(days, view?.widthPx ?? 0), [days, view?.widthPx])
  const open = useEffectEvent((index: number) => {
    const file = files[index]
    if (file !== undefined) onOpen(file)
  })
  const [openFile] = useState(() => (index: number) => open(index))
  useReadAhead(found, layout, view)
  const { active, setActive, goTo } = useActiveTile(scroller, layout, openAt)
  const held = useHeldFiles(scroller, { fresh, isViewerOpen: openAt !== null, showTop: () => goTo(0) })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || view === null) return
    const pageRows = Math.max(1, Math.floor(view.heightPx / (layout.row + layout.gap)) - 1)
    const to = stepTo(layout, active, event.key, pageRows)
    if (to === null) return
    event.preventDefault()
    goTo(to)
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col" onPointerLeave={held.settle}>
      {held.isHeld && <FreshButton fresh={fresh} noun="wall" onClick={held.take} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- key events bubble up from the buttons inside */}
      <div
        ref={scroller}
        onScroll={({ currentTarget }) => setView((before) => before && { ...before, top: currentTarget.scrollTop })}
        onKeyDown={onKeyDown}
        className="relative min-h-0 flex-1 overflow-y-auto px-4 max-sm:px-0 sm:[scrollbar-gutter:stable] sm:px-6"
      >
        {view === null || found.isLoading ? (
          <Placeholder />
        ) : (
          <WallDays
            layout={layout}
            files={files}
            view={view}
            active={active}
            showsFailures={showsFailures}
            onOpen={openFile}
            onActive={setActive}
          />
        )}
        <WallEnd found={found} />
      </div>
    </div>
  )
}

/** The name of the group of each file: its day, or a week or month where days have few files. */
function useGroupNames(files: readonly WallFile[]): readonly string[] {
  const t = useTranslations('media.wall')
  const format = useFormatter()
  const { zone } = useZone()
  const style = useTimeStyle()
  return useMemo(() => {
    const times = files.map(({ modifiedAt }) => Date.parse(modifiedAt))
    const grain = chooseGrain(times, zone)
    const nameOf = (start: number) => {
      if (grain === 'month') return format.dateTime(start, { month: 'long', year: 'numeric', timeZone: 'UTC' })
      const from = formatDate(start, 'UTC', style)
      return grain === 'day' ? from : t('week', { from, to: formatDate(endOfWeek(start), 'UTC', style) })
    }
    return times.map((at) => nameOf(startOfGroup(at, zone, grain)))
  }, [files, zone, style, format, t])
}

/** Loads more files when the end of the loaded ones is near. */
function useReadAhead({ more }: WallFiles, layout: WallLayout, view: MeasuredView | null): void {
  const isNearEnd = view !== null && layout.height - view.top - view.heightPx < readAheadPx
  useEffect(() => {
    if (isNearEnd) more()
  })
}

/** Says below the last file whether more are loading. */
function WallEnd({ found }: { found: WallFiles }) {
  const t = useTranslations('media.wall')
  return (
    <>
      {found.isFetchingMore && (
        <p className="flex items-center justify-center gap-2 py-4 text-sm text-ink-muted">
          <Spinner /> {t('loadingMore')}
        </p>
      )}
      {found.error !== null && (
        <ErrorNotice
          className="my-4 max-sm:mx-4"
          error={found.error}
          title={t('moreFailed')}
          onRetry={found.retry}
          isRetrying={found.isFetching}
        />
      )}
      {!found.hasMore && !found.isLoading && found.error === null && (
        <p className="px-4 py-6 text-center text-xs text-ink-muted">{t('end')}</p>
      )}
    </>
  )
}

/** Placeholders of the size of the tiles to come. */
function Placeholder() {
  return (
    <div
      aria-busy
      className="grid grid-cols-3 gap-[3px] pt-10 sm:grid-cols-[repeat(auto-fill,minmax(148px,1fr))] sm:gap-2"
    >
      {Array.from({ length: 24 }, (_, at) => (
        <div key={at} className="space-y-1.5 pb-2">
          <Skeleton className="aspect-square sm:rounded" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  )
}
