'use client'

import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, Link2, Unlink2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { StageButton } from '@/components/media/stages/stage-button'
import { fitted, type View, zoomAt } from '@/components/media/stages/zoom'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { changeViews, followView, otherSide, type Pane, type Panes, type Side, type Views } from './linked-zoom'
import { PairPane } from './pair-pane'
import type { FilePair } from './photo-pairs'
import type { SideNames } from './words'

const stepScale = 1.5
const closeScale = 2.5
const stepPixels = 80
const sides = ['left', 'right'] as const

/**
 * Two files side by side in one dark stage, where zoom and place move together. `openKey` is held by the page, in its
 * address; it may name either file of a pair.
 */
export function PairStage({
  pairs,
  openKey,
  names,
  onMove,
  onClose,
}: {
  pairs: readonly FilePair[]
  openKey: string | null
  names: SideNames
  onMove: (key: string) => void
  onClose: () => void
}) {
  const popupRef = useRef<HTMLDivElement>(null)
  const index = pairs.findIndex(({ left, right }) => left?.id === openKey || right?.id === openKey)
  return (
    <Dialog.Root open={openKey !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-stage" />
        <Dialog.Popup
          ref={popupRef}
          initialFocus={popupRef}
          className="fixed inset-0 z-40 flex flex-col bg-stage text-white outline-none"
        >
          {openKey !== null && <Stage pairs={pairs} index={index} names={names} onMove={onMove} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const unmeasured: Panes = { left: null, right: null }
const bothFitted: Views = { left: fitted, right: fitted }

function Stage({
  pairs,
  index,
  names,
  onMove,
}: {
  pairs: readonly FilePair[]
  index: number
  names: SideNames
  onMove: (key: string) => void
}) {
  const pair = pairs[index]
  const [isLinked, setLinked] = useState(true)
  const [panes, setPanes] = useState(unmeasured)
  const [active, setActive] = useState<Side>('left')
  const [shown, setShown] = useState({ key: pair?.key, views: bothFitted })
  // Another pair begins fitted.
  if (shown.key !== pair?.key) setShown({ key: pair?.key, views: bothFitted })
  const { views } = shown
  // Keys act on the side touched last, while it has a picture.
  const side = panes[active] === null ? otherSide[active] : active

  const change = useCallback(
    (on: Side, how: (view: View, max: number) => View) =>
      setShown((before) => ({ ...before, views: changeViews(before.views, { panes, side: on, isLinked }, how) })),
    [panes, isLinked],
  )
  const toggle = useCallback(
    (on: Side, point = { x: 0, y: 0 }) =>
      change(on, (view, max) => (view.scale > 1 ? fitted : zoomAt(view, closeScale, point, max))),
    [change],
  )
  const zoomBy = (factor: number) => change(side, (view, max) => zoomAt(view, view.scale * factor, { x: 0, y: 0 }, max))
  const go = (step: 1 | -1) => {
    const next = pairs[index + step]
    if (next !== undefined) onMove(next.key)
  }
  const toggleLink = () => {
    if (!isLinked) setShown((before) => ({ ...before, views: followView(before.views, panes, side) }))
    setLinked(!isLinked)
  }
  useStageKeys({ go, toggle: () => toggle(side), zoomBy, toggleLink })
  const handlers = useMemo(
    () =>
      Object.fromEntries(
        sides.map((on) => [
          on,
          {
            onChange: (how: (view: View, max: number) => View) => {
              setActive(on)
              change(on, how)
            },
            onToggle: (point: { x: number; y: number }) => toggle(on, point),
          },
        ]),
      ) as Record<
        Side,
        {
          onChange: (how: (view: View, max: number) => View) => void
          onToggle: (point: { x: number; y: number }) => void
        }
      >,
    [change, toggle],
  )
  const measure = useMemo(() => {
    const of = (on: Side) => (pane: Pane | null) => setPanes((before) => ({ ...before, [on]: pane }))
    return { left: of('left'), right: of('right') }
  }, [])

  // The dialog keeps arrow keys from the page, and so from the registry of shortcuts.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrows[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.shiftKey)
      change(side, (view) => ({ ...view, x: view.x - step.x * stepPixels, y: view.y - step.y * stepPixels }))
    else if (step.x !== 0) go(step.x)
  }
  const scale = views[side].scale

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the dialog, which has the focus
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-center gap-1 py-1 pr-1 pl-4">
        <div className="min-w-0 flex-1">
          <Dialog.Title className="truncate text-sm font-medium">{pair?.title ?? 'File not found'}</Dialog.Title>
          <p className="truncate text-xs text-white/70 tabular-nums" aria-live="polite">
            {pair === undefined ? 'It belongs to neither side.' : `${index + 1} of ${pairs.length}`}
          </p>
        </div>
        <StageButton
          icon={isLinked ? Link2 : Unlink2}
          label={isLinked ? 'Move each side alone' : 'Move both sides together'}
          keys="l"
          aria-pressed={isLinked}
          onClick={toggleLink}
        />
        <StageButton icon={ChevronLeft} label="Previous pair" keys="p" disabled={index <= 0} onClick={() => go(-1)} />
        <StageButton
          icon={ChevronRight}
          label="Next pair"
          keys="n"
          disabled={index === -1 || index >= pairs.length - 1}
          onClick={() => go(1)}
        />
        <Dialog.Close render={<StageButton icon={X} label="Close" keys="escape" />} />
      </header>
      <div className="flex min-h-0 flex-1 gap-px max-md:flex-col">
        {sides.map((on) => (
          <PairPane
            key={on}
            name={names[on]}
            media={pair?.[on] ?? null}
            view={views[on]}
            onMeasure={measure[on]}
            {...handlers[on]}
          />
        ))}
      </div>
      <div className="absolute bottom-2 left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-md bg-black/70 p-0.5 text-white/85">
        <StageButton
          icon={ZoomOut}
          label="Farther"
          keys="-"
          disabled={scale <= 1}
          onClick={() => zoomBy(1 / stepScale)}
        />
        <button
          type="button"
          onClick={() => toggle(side)}
          aria-label={`Zoom ${Math.round(scale * 100)} %. Zoom in or fit`}
          className="h-9 min-w-14 rounded px-2 text-xs tabular-nums hover:bg-white/12 focus-visible:outline-white"
        >
          {scale === 1 ? 'Fit' : `${Math.round(scale * 100)} %`}
        </button>
        <StageButton icon={ZoomIn} label="Closer" keys="+" onClick={() => zoomBy(stepScale)} />
      </div>
    </div>
  )
}

const arrows: Readonly<Record<string, { x: 1 | -1 | 0; y: 1 | -1 | 0 }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function useStageKeys(actions: {
  go: (step: 1 | -1) => void
  toggle: () => void
  zoomBy: (factor: number) => void
  toggleLink: () => void
}): void {
  const shared = { group: 'Photos side by side', inDialogs: true }
  useShortcuts([
    { ...shared, id: 'pair.next', keys: ['n', 'j'], label: 'Next pair', repeats: true, run: () => actions.go(1) },
    {
      ...shared,
      id: 'pair.previous',
      keys: ['p', 'k'],
      label: 'Previous pair',
      repeats: true,
      run: () => actions.go(-1),
    },
    { ...shared, id: 'pair.zoom', keys: ['z'], label: 'Zoom in or fit', run: actions.toggle },
    {
      ...shared,
      id: 'pair.closer',
      keys: ['+', '='],
      label: 'Closer',
      repeats: true,
      run: () => actions.zoomBy(stepScale),
    },
    {
      ...shared,
      id: 'pair.farther',
      keys: ['-'],
      label: 'Farther',
      repeats: true,
      run: () => actions.zoomBy(1 / stepScale),
    },
    { ...shared, id: 'pair.link', keys: ['l'], label: 'Link or unlink both sides', run: actions.toggleLink },
  ])
}
