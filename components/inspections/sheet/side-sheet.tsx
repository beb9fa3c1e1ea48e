'use client'

import { Dialog } from '@base-ui/react/dialog'
import { ChevronDown, ChevronUp, Link as LinkIcon, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import type { InspectionRow } from '@/lib/inspections/schema'
import { writeLink } from '@/components/inspections/bulk/bulk-actions'
import { SideSheetBody } from './side-sheet-body'

/** A second click this soon and this near was meant for the row that the preview has just covered. */
export const doubleClickMs = 400
const doubleClickPx = 6

interface SheetProps {
  auditId: AuditId
  /** The row of the list; undefined when it is not visible. */
  row: InspectionRow | undefined
  /** "3 of 12,904"; null when not known. */
  place: string | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose: () => void
  onOpen: () => void
}

/** A preview of one inspection beside the list, which stays usable. */
export function SideSheet({
  ref,
  picked,
  ...props
}: SheetProps & {
  ref: React.Ref<HTMLElement>
  /** Where and when the row was clicked. */
  picked: React.RefObject<{ x: number; y: number; time: number }>
}) {
  // The operating system decides how fast a double click is, and a busy page receives it late.
  const t = useTranslations('inspections.sheet')
  const isSecondHalf = ({ clientX, clientY, detail }: MouseEvent) => {
    const { x, y, time } = picked.current
    const isSoon = performance.now() - time < 4 * doubleClickMs
    return detail === 2 && isSoon && Math.hypot(clientX - x, clientY - y) < doubleClickPx
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only catches the second half of a double click
    <aside
      ref={ref}
      aria-label={t('label')}
      onClickCapture={(event) => {
        if (!isSecondHalf(event)) return
        event.preventDefault()
        event.stopPropagation()
        props.onOpen()
      }}
      className="flex min-h-0 w-104 max-w-[calc(100%-3rem)] shrink-0 flex-col border-s border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-lg:shadow-float"
    >
      <SheetContent {...props} />
    </aside>
  )
}

/** The same, full screen on a phone. */
export function SheetDialog(props: SheetProps) {
  const t = useTranslations('inspections.sheet')
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          aria-label={t('label')}
          initialFocus={popup}
          className="fixed inset-0 z-40 flex flex-col bg-surface text-ink outline-none"
        >
          <SheetContent {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SheetContent({ auditId, row, place, onPrevious, onNext, onClose }: SheetProps): ReactNode {
  const t = useTranslations('inspections.sheet')
  const common = useTranslations('common')
  const toast = useToast()
  const copyLink = () => {
    navigator.clipboard.writeText(writeLink(auditId)).then(
      () => toast.show({ tone: 'good', title: t('linkCopied') }),
      () => toast.show({ tone: 'bad', title: t('linkNotCopied'), description: writeLink(auditId) }),
    )
  }
  return (
    <>
      <header className="flex h-9 shrink-0 items-center gap-0.5 border-b border-line bg-canvas pe-1 ps-2 max-sm:h-12">
        <IconButton
          label={t('actions.previous')}
          icon={ChevronUp}
          size="sm"
          keys="k"
          aria-disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
          className="max-sm:size-10 aria-disabled:opacity-40"
        />
        <IconButton
          label={t('actions.next')}
          icon={ChevronDown}
          size="sm"
          keys="j"
          aria-disabled={onNext === null}
          onClick={() => onNext?.()}
          className="max-sm:size-10 aria-disabled:opacity-40"
        />
        <span className="min-w-0 flex-1 truncate px-1 text-xs text-ink-muted tabular-nums">{place}</span>
        <IconButton
          label={t('actions.copyLink')}
          icon={LinkIcon}
          size="sm"
          onClick={copyLink}
          className="max-sm:size-10"
        />
        <ButtonLink href={inspectionHref(auditId)} size="sm">
          {t('actions.open')}
        </ButtonLink>
        <IconButton
          label={common('close')}
          icon={X}
          size="sm"
          keys="escape"
          onClick={onClose}
          className="max-sm:size-10"
        />
      </header>
      {/* Each inspection starts at its top. */}
      <div key={auditId} className="min-h-0 flex-1 overflow-y-auto">
        <SideSheetBody auditId={auditId} row={row} />
      </div>
    </>
  )
}
