'use client'

import { Dialog } from '@base-ui/react/dialog'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import type { PeekPlace } from './data-table'
import type { PeekSummary } from './use-active-row'
import { doubleClickMs } from './use-grid-pointer'

const doubleClickPx = 6

interface PanelProps {
  /** What the panel shows: "Preview". */
  label: string
  /** "Previous inspection", "Next inspection" */
  previousLabel: string
  nextLabel: string
  summary: PeekSummary<unknown>
  place: PeekPlace
  /** Buttons in the header. */
  actions: ReactNode
  children: ReactNode
}

/** A preview of one row beside the list, which stays usable. On phones, the preview covers the screen. */
export function PeekPanel(props: PanelProps) {
  const { isOverList, ref, picked } = props.place
  return isOverList ? <PanelDialog {...props} /> : <SidePanel {...props} ref={ref} picked={picked} />
}

function SidePanel({ ref, picked, ...props }: PanelProps & Pick<PeekPlace, 'ref' | 'picked'>) {
  const { label, summary } = props
  // The operating system decides how fast a double click is, and a busy page receives it late, so the limit is
  // generous.
  const isSecondHalf = ({ clientX, clientY, detail }: MouseEvent) => {
    const { x, y, time } = picked.current
    const isSoon = performance.now() - time < 4 * doubleClickMs
    return detail === 2 && isSoon && Math.hypot(clientX - x, clientY - y) < doubleClickPx
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only catches the second half of a double click
    <aside
      ref={ref}
      aria-label={label}
      onClickCapture={(event) => {
        if (!isSecondHalf(event)) return
        event.preventDefault()
        event.stopPropagation()
        summary.onOpen()
      }}
      className="flex min-h-0 w-104 max-w-[calc(100%-3rem)] shrink-0 flex-col border-s border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-lg:shadow-float"
    >
      <PanelContent {...props} />
    </aside>
  )
}

function PanelDialog(props: PanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.summary.onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          aria-label={props.label}
          initialFocus={popup}
          className="fixed inset-0 z-40 flex flex-col bg-surface text-ink outline-none"
        >
          <PanelContent {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PanelContent({ previousLabel, nextLabel, summary, actions, children }: PanelProps): ReactNode {
  const common = useTranslations('common')
  const { id, place, onPrevious, onNext, onClose } = summary
  return (
    <>
      <header className="flex h-9 shrink-0 items-center gap-0.5 border-b border-line bg-canvas pe-1 ps-2 max-sm:h-12">
        <IconButton
          label={previousLabel}
          icon={ChevronUp}
          size="sm"
          keys="k"
          aria-disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
          className="max-sm:size-10 aria-disabled:opacity-40"
        />
        <IconButton
          label={nextLabel}
          icon={ChevronDown}
          size="sm"
          keys="j"
          aria-disabled={onNext === null}
          onClick={() => onNext?.()}
          className="max-sm:size-10 aria-disabled:opacity-40"
        />
        <span className="min-w-0 flex-1 truncate px-1 text-xs text-ink-muted tabular-nums">{place}</span>
        {actions}
        <IconButton
          label={common('close')}
          icon={X}
          size="sm"
          keys="escape"
          onClick={onClose}
          className="max-sm:size-10"
        />
      </header>
      {/* The preview of each row starts at its top. */}
      <div key={id} className="min-h-0 flex-1 overflow-y-auto">
        {children}
      </div>
    </>
  )
}
