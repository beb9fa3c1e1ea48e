'use client'

import { CircleX } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FreshButton } from '@/components/filters/fresh-button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Spinner } from '@/components/ui/spinner'
import { classNames } from '@/lib/browser/class-names'
import { formatDate } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/zone'
import type { WallFile } from '@/lib/media/schema'
import { describeMedia, ThumbPicture } from '@/components/media/thumb'
import type { FreshFiles } from './use-fresh-files'
import type { WallFiles } from './use-wall'
import { dayHeadPx, findInSight, layOutWall, placeOf, stepTo, type WallLayout } from './wall-layout'

/** Drawn above and below what is in sight, so that scrolling meets pictures. */
const overscanPx = 600
/** So near to the end of what is here more is read. */
const readAheadPx = 2_400

interface View {
  widthPx: number
  heightPx: number
  top: number
}

/** The squares of a wall, of which only those in sight are there. */
export function WallGrid({
  found,
  fresh,
  openAt,
  onOpen,
}: {
  found: WallFiles
  fresh: FreshFiles
  /** The file that the viewer shows; null while it is closed, -1 when it is not here. */
  openAt: number | null
  onOpen: (file: WallFile) => void
}) {
  const { files } = found
  const { zone } = useZone()
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useMeasuredView(scroller)
  const [active, setActive] = useState(0)
  const days = useMemo(() => files.map(({ modifiedAt }) => formatDate(Date.parse(modifiedAt), zone)), [files, zone])
  const layout = useMemo(() => layOutWall(days, view?.widthPx ?? 0), [days, view?.widthPx])
  const open = useEffectEvent(onOpen)
  const [openFile] = useState(() => (file: WallFile) => open(file))

  const { more } = found
  const isNearEnd = view !== null && layout.height - view.top - view.heightPx < readAheadPx
  useEffect(() => {
    if (isNearEnd) more()
  })

  const scrollTo = (index: number) => {
    const element = scroller.current
    if (element === null) return
    const { top } = placeOf(layout, index)
    // The head of the day lies over the first row in sight.
    const highest = top - dayHeadPx
    const lowest = top + layout.tile + layout.gap - element.clientHeight
    element.scrollTop = Math.max(0, Math.min(highest, Math.max(lowest, element.scrollTop)))
  }
  const goTo = (index: number) => {
    setActive(index)
    scrollTo(index)
    requestAnimationFrame(() => focusTile(scroller.current, index))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || view === null) return
    const pageRows = Math.max(1, Math.floor(view.heightPx / (layout.tile + layout.gap)) - 1)
    const to = stepTo(layout, active, event.key, pageRows)
    if (to === null) return
    event.preventDefault()
    goTo(to)
  }

  // Whoever comes back from the viewer stands at the file they saw last.
  const [seen, setSeen] = useState(openAt)
  if (openAt !== null && openAt >= 0 && openAt !== seen) {
    setSeen(openAt)
    setActive(openAt)
  }
  const wasOpen = useRef(false)
  const comeBack = useEffectEvent(() => {
    scrollTo(active)
    // After the viewer, which gives the focus back to where it was opened.
    requestAnimationFrame(() => requestAnimationFrame(() => focusTile(scroller.current, active)))
  })
  useEffect(() => {
    if (openAt === null && wasOpen.current) comeBack()
    wasOpen.current = openAt !== null
  }, [openAt])

  const isEngaged = () =>
    openAt !== null ||
    scroller.current === null ||
    scroller.current.scrollTop > 0 ||
    scroller.current.matches(':hover') ||
    scroller.current.contains(document.activeElement)
  const [isHeld, setHeld] = useState(false)
  const settle = () => {
    const holds = fresh.isChanged && isEngaged()
    if (fresh.isChanged && !holds) fresh.take()
    setHeld(holds)
  }
  const settleNow = useEffectEvent(settle)
  // Whether the wall stands at its top, with nobody at it, only the element itself knows.
  // oxlint-disable-next-line react/set-state-in-effect -- see above
  useLayoutEffect(() => settleNow())

  const isAsked = useRef(false)
  const showTop = useEffectEvent(() => {
    // Not before its new files are here: the tile that has the focus would go with the old ones.
    if (!isAsked.current || fresh.isChanged) return
    isAsked.current = false
    goTo(0)
  })
  useEffect(() => showTop())

  return (
    <div className="relative flex min-h-0 flex-1 flex-col" onPointerLeave={settle}>
      {isHeld && fresh.isChanged && openAt === null && (
        <FreshButton
          fresh={fresh}
          noun="wall"
          onClick={() => {
            isAsked.current = true
            fresh.take()
          }}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys come up to it from the buttons in it */}
      <div
        ref={scroller}
        onScroll={({ currentTarget }) => setView((before) => before && { ...before, top: currentTarget.scrollTop })}
        onKeyDown={onKeyDown}
        className="relative min-h-0 flex-1 overflow-y-auto px-4 max-sm:px-0 sm:[scrollbar-gutter:stable] sm:px-6"
      >
        {view === null || found.isLoading ? (
          <Placeholder />
        ) : (
          <Days layout={layout} files={files} view={view} active={active} onOpen={openFile} onActive={setActive} />
        )}
        {found.isFetchingMore && (
          <p className="flex items-center justify-center gap-2 py-4 text-sm text-ink-muted">
            <Spinner /> Reading more
          </p>
        )}
        {found.error !== null && (
          <ErrorNotice
            className="my-4 max-sm:mx-4"
            error={found.error}
            title="More files could not be read"
            onRetry={found.retry}
            isRetrying={found.isFetching}
          />
        )}
        {!found.hasMore && !found.isLoading && found.error === null && (
          <p className="px-4 py-6 text-center text-xs text-ink-muted">
            That is all that the owner of the service’s token may see.
          </p>
        )}
      </div>
    </div>
  )
}

function focusTile(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}

function useMeasuredView(scroller: RefObject<HTMLDivElement | null>) {
  const state = useState<View | null>(null)
  const [, setView] = state
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const widthPx = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      setView({ widthPx, heightPx: element.clientHeight, top: element.scrollTop })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, setView])
  return state
}

/** Squares to come, of the size that they will have. */
function Placeholder() {
  return (
    <div
      aria-busy
      className="grid grid-cols-3 gap-[3px] pt-10 sm:grid-cols-[repeat(auto-fill,minmax(148px,1fr))] sm:gap-2"
    >
      {Array.from({ length: 24 }, (_, at) => (
        <div key={at} className="aspect-square animate-pulse bg-raised sm:rounded" />
      ))}
    </div>
  )
}

function Days({
  layout,
  files,
  view,
  active,
  onOpen,
  onActive,
}: {
  layout: WallLayout
  files: readonly WallFile[]
  view: View
  active: number
  onOpen: (file: WallFile) => void
  onActive: (index: number) => void
}) {
  const { tile, columns, gap } = layout
  const ratio = typeof devicePixelRatio === 'number' ? devicePixelRatio : 1
  const size = tile * ratio > 170 ? 'medium' : 'small'
  const drawn = findInSight(layout, view.top - overscanPx, view.top + view.heightPx + overscanPx)
  const isActiveDrawn = drawn.some(({ from, end }) => active >= from && active < end)
  // The one that Tab leads to is always there.
  const activeDay = isActiveDrawn
    ? undefined
    : layout.days.find(({ first, count }) => active >= first && active < first + count)
  const sections = activeDay === undefined ? drawn : addActive(drawn, { day: activeDay, from: active, end: active + 1 })
  return (
    <div className="relative" style={{ height: layout.height }}>
      {sections.map(({ day, from, end }) => (
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
                    top: dayHeadPx + Math.floor(inDay / columns) * (tile + gap),
                    width: tile,
                    height: tile,
                  }}
                >
                  <Tile
                    file={file}
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

type Drawn = ReturnType<typeof findInSight>[number]

/** A day that is drawn already keeps its own files: the active one is far from them, and only reached by scrolling. */
function addActive(drawn: readonly Drawn[], active: Drawn): readonly Drawn[] {
  return drawn.some(({ day }) => day.first === active.day.first) ? drawn : [...drawn, active]
}

const Tile = memo(function Tile({
  file,
  index,
  size,
  isActive,
  onOpen,
  onActive,
}: {
  file: WallFile
  index: number
  size: 'small' | 'medium'
  isActive: boolean
  onOpen: (file: WallFile) => void
  onActive: (index: number) => void
}) {
  const name = `${file.failed ? 'Failed, ' : ''}${describeMedia(file)}, ${file.inspectionTitle}`
  return (
    <button
      type="button"
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-label={name}
      onFocus={() => onActive(index)}
      onClick={() => onOpen(file)}
      className="group relative block size-full overflow-hidden bg-raised outline-offset-2 sm:rounded"
    >
      <ThumbPicture media={file} size={size} />
      {file.failed && (
        <CircleX
          aria-hidden
          size={18}
          strokeWidth={2}
          className="absolute top-1.5 right-1.5 rounded-full bg-bad text-surface shadow-float"
        />
      )}
      <span
        aria-hidden
        className={classNames(
          'absolute inset-x-0 bottom-0 bg-linear-to-t from-black/90 via-black/75 to-transparent px-2 pt-6 pb-1.5 text-left text-xs text-white',
          'opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      >
        <span className="line-clamp-2 font-medium">{file.title}</span>
        <span className="block truncate text-white/85">
          {file.siteName === null ? file.inspectionTitle : `${file.siteName} · ${file.inspectionTitle}`}
        </span>
      </span>
    </button>
  )
})
