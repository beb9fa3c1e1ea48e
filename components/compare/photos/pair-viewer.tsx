'use client'

import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, Link2, Unlink2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef } from 'react'
import { ViewerButton } from '@/components/media/panes/viewer-button'
import { stepScale, usePairKeys } from './pair-keys'
import { PairPane } from './pair-pane'
import type { FilePair } from './photo-pairs'
import { type LinkedViews, useLinkedViews } from './use-linked-views'
import type { SideNames } from '@/components/compare/texts'

const sides = ['left', 'right'] as const

/**
 * Two files side by side on a dark background, which zoom and move together. The page keeps `openKey` in its address;
 * the key may name either file of a pair.
 */
export function PairViewer({
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
          {openKey !== null && <PairBody pairs={pairs} index={index} names={names} onMove={onMove} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PairBodyProps {
  pairs: readonly FilePair[]
  /** The pair on screen; -1 when the address names a file of neither side. */
  index: number
  names: SideNames
  onMove: (key: string) => void
}

function PairBody({ pairs, index, names, onMove }: PairBodyProps) {
  const pair = pairs[index]
  const zoom = useLinkedViews(pair?.key)
  const go = (step: 1 | -1) => {
    const next = pairs[index + step]
    if (next !== undefined) onMove(next.key)
  }
  const onKeyDown = usePairKeys(zoom, go)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the dialog, which has the focus
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      <PairHeader pairs={pairs} index={index} zoom={zoom} onGo={go} />
      <div className="flex min-h-0 flex-1 gap-px max-md:flex-col">
        {sides.map((side) => (
          <PairPane
            key={side}
            name={names[side]}
            media={pair?.[side] ?? null}
            view={zoom.views[side]}
            {...zoom.handlers[side]}
          />
        ))}
      </div>
      <ZoomBar zoom={zoom} />
    </div>
  )
}

interface PairHeaderProps {
  pairs: readonly FilePair[]
  index: number
  zoom: LinkedViews
  onGo: (step: 1 | -1) => void
}

function PairHeader({ pairs, index, zoom, onGo }: PairHeaderProps) {
  const t = useTranslations('compare')
  const common = useTranslations('common')
  const pair = pairs[index]
  return (
    <header className="flex items-center gap-1 py-1 pe-1 ps-4">
      <div className="min-w-0 flex-1">
        <Dialog.Title className="truncate text-sm font-medium">{pair?.title ?? t('pair.notFound')}</Dialog.Title>
        <p className="truncate text-xs text-white/70 tabular-nums" aria-live="polite">
          {pair === undefined ? t('pair.neither') : t('pair.position', { position: index + 1, count: pairs.length })}
        </p>
      </div>
      <ViewerButton
        icon={zoom.isLinked ? Link2 : Unlink2}
        label={t(zoom.isLinked ? 'pair.unlink' : 'pair.link')}
        keys="l"
        aria-pressed={zoom.isLinked}
        onClick={zoom.toggleLink}
      />
      <ViewerButton
        icon={ChevronLeft}
        label={t('shortcuts.previousPair')}
        keys="p"
        disabled={index <= 0}
        onClick={() => onGo(-1)}
      />
      <ViewerButton
        icon={ChevronRight}
        label={t('shortcuts.nextPair')}
        keys="n"
        disabled={index === -1 || index >= pairs.length - 1}
        onClick={() => onGo(1)}
      />
      <Dialog.Close render={<ViewerButton icon={X} label={common('close')} keys="escape" />} />
    </header>
  )
}

function ZoomBar({ zoom: { scale, zoomBy, toggle } }: { zoom: LinkedViews }) {
  const t = useTranslations('compare')
  const percent = useFormatter().number(scale, { style: 'percent' })
  return (
    <div className="absolute bottom-2 left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-md bg-black/70 p-0.5 text-white/85">
      <ViewerButton
        icon={ZoomOut}
        label={t('shortcuts.zoomOut')}
        keys="-"
        disabled={scale <= 1}
        onClick={() => zoomBy(1 / stepScale)}
      />
      <button
        type="button"
        onClick={toggle}
        aria-label={t('pair.zoomText', { percent })}
        className="h-9 min-w-14 rounded px-2 text-xs tabular-nums hover:bg-white/12 focus-visible:outline-white"
      >
        {scale === 1 ? t('pair.fit') : percent}
      </button>
      <ViewerButton icon={ZoomIn} label={t('shortcuts.zoomIn')} keys="+" onClick={() => zoomBy(stepScale)} />
    </div>
  )
}
