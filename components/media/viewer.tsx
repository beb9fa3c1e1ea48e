'use client'

import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, Download, Info, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { downloadHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { ImageStage } from './image-stage'
import { InfoPanel } from './info-panel'
import { PdfStage } from './pdf-stage'
import { StageButton, StageLink } from './stage-button'
import { describeMedia, ThumbPicture } from './thumb'
import { DownloadOnly, Trouble } from './trouble'
import { VideoStage } from './video-stage'

/**
 * Shows the files of a list one at a time, none skipped. `openId` is held by the page, in its address; an id that is not
 * in the list gets a sentence instead of nothing.
 */
export function MediaViewer({
  media,
  openId,
  onMove,
  onClose,
  onShowItem,
}: {
  media: readonly ViewerMedia[]
  openId: string | null
  onMove: (mediaId: string) => void
  onClose: () => void
  onShowItem: (anchor: string) => void
}) {
  const popupRef = useRef<HTMLDivElement>(null)
  const index = media.findIndex(({ id }) => id === openId)
  const go = (step: 1 | -1) => {
    const next = media[(index === -1 && step === -1 ? 0 : index) + step]
    if (next !== undefined) onMove(next.id)
  }
  return (
    <Dialog.Root open={openId !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-stage" />
        {/* The stage takes the focus, not its first button, whose tooltip would open over the picture. */}
        <Dialog.Popup
          ref={popupRef}
          initialFocus={popupRef}
          // The dialog keeps arrow keys from the page, and so from the registry of shortcuts.
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
            if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
            event.preventDefault()
            go(event.key === 'ArrowRight' ? 1 : -1)
          }}
          className="fixed inset-0 z-40 flex flex-col bg-stage text-white outline-none"
        >
          {openId !== null && (
            <Viewer media={media} openId={openId} index={index} go={go} onMove={onMove} onShowItem={onShowItem} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Viewer({
  media,
  openId,
  index,
  go,
  onMove,
  onShowItem,
}: {
  media: readonly ViewerMedia[]
  openId: string
  index: number
  go: (step: 1 | -1) => void
  onMove: (mediaId: string) => void
  onShowItem: (anchor: string) => void
}) {
  const [hasInfo, setInfo] = useState(false)
  const current = media[index]
  const group = 'Media viewer'
  useShortcuts([
    {
      id: 'media.next',
      keys: ['arrowright', 'j'],
      label: 'Next file',
      group,
      inDialogs: true,
      repeats: true,
      run: () => go(1),
    },
    {
      id: 'media.previous',
      keys: ['arrowleft', 'k'],
      label: 'Previous file',
      group,
      inDialogs: true,
      repeats: true,
      run: () => go(-1),
    },
    {
      id: 'media.info',
      keys: ['i'],
      label: 'About this file',
      group,
      inDialogs: true,
      run: () => setInfo((shown) => !shown),
    },
  ])
  return (
    <>
      <header className="flex items-center gap-1 py-1 pr-1 pl-4">
        <div className="min-w-0 flex-1">
          <Dialog.Title className="truncate text-sm font-medium">{current?.title ?? 'File not found'}</Dialog.Title>
          <p className="truncate text-xs text-white/70 tabular-nums" aria-live="polite">
            {current === undefined ? openId : `${index + 1} of ${media.length}`}
            {current?.section !== undefined && current.section !== null && ` · ${current.section}`}
          </p>
        </div>
        <StageButton
          icon={Info}
          label="About this file"
          keys="i"
          aria-pressed={hasInfo}
          onClick={() => setInfo(!hasInfo)}
        />
        {current !== undefined && current.isFetchable && (
          <StageLink
            icon={Download}
            label={`Download ${current.fileName}`}
            href={downloadHref(current.auditId, current.id, current.fileName)}
            download
          />
        )}
        <Dialog.Close render={<StageButton icon={X} label="Close" keys="escape" />} />
      </header>
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <div className="relative flex min-h-0 min-w-0 flex-1 items-center justify-center">
          {current === undefined ? (
            <p className="max-w-md px-4 text-center text-white/85">
              This inspection has no file of this id (any more). Close the viewer to see the files it has.
            </p>
          ) : (
            <Stage key={`${current.auditId}/${current.id}`} media={current} />
          )}
          <StageButton
            icon={ChevronLeft}
            label="Previous file"
            keys="←"
            disabled={index <= 0}
            onClick={() => go(-1)}
            className="absolute top-1/2 left-2 -translate-y-1/2 bg-black/50"
          />
          <StageButton
            icon={ChevronRight}
            label="Next file"
            keys="→"
            disabled={index === -1 || index === media.length - 1}
            onClick={() => go(1)}
            className="absolute top-1/2 right-2 -translate-y-1/2 bg-black/50"
          />
        </div>
        {hasInfo && current !== undefined && <InfoPanel media={current} onShowItem={onShowItem} />}
      </div>
      {media.length > 1 && <Strip media={media} index={index} onMove={onMove} />}
    </>
  )
}

function Stage({ media }: { media: ViewerMedia }) {
  const [failures, setFailures] = useState({ count: 0, isShown: false })
  if (media.kind === 'file' || !media.isFetchable) return <DownloadOnly media={media} />
  if (failures.isShown) {
    const retry = () => setFailures(({ count }) => ({ count, isShown: false }))
    return <Trouble media={media} attempt={failures.count} onRetry={retry} />
  }
  const fail = () => setFailures(({ count }) => ({ count: count + 1, isShown: true }))
  if (media.kind === 'video') return <VideoStage media={media} onFail={fail} />
  if (media.kind === 'pdf') return <PdfStage media={media} onFail={fail} />
  return <ImageStage media={media} onFail={fail} />
}

function Strip({
  media,
  index,
  onMove,
}: {
  media: readonly ViewerMedia[]
  index: number
  onMove: (mediaId: string) => void
}) {
  const listRef = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = listRef.current?.children[index]
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [index])
  return (
    <ul ref={listRef} aria-label="All files" className="flex shrink-0 gap-1.5 overflow-x-auto px-4 py-2">
      {media.map((file, at) => (
        <li key={file.id} className="shrink-0">
          <button
            type="button"
            aria-label={describeMedia(file)}
            aria-current={at === index || undefined}
            onClick={() => onMove(file.id)}
            className={classNames(
              'block size-12 overflow-hidden rounded border-2 outline-offset-[-2px] focus-visible:outline-white',
              at === index
                ? 'border-white'
                : 'border-transparent hover:border-white/50 [&>img]:opacity-60 hover:[&>img]:opacity-100',
            )}
          >
            <ThumbPicture media={file} />
          </button>
        </li>
      ))}
    </ul>
  )
}
