'use client'

import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, ClipboardCopy, Download, Info, Link2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatCount } from '@/lib/browser/numbers'
import { inspectionHref } from '@/lib/browser/routes'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { downloadHref, isHeic } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { copyPicture, copyText } from './clipboard'
import { InfoPanel } from './info-panel'
import { Stage, type StageFacts, useKind } from '@/components/media/stages/stage'
import { StageButton, StageLink } from '@/components/media/stages/stage-button'
import { StageKeySlot } from '@/components/media/stages/stage-keys'
import { Strip } from './strip'
import { kindWords } from '@/components/media/thumb'
import { useFiles } from './use-files'

type Go = (to: 'next' | 'previous' | number) => void

/**
 * Shows the files of a list one at a time, none skipped. `openId` is held by the page, in its address; an id that is not
 * in the list gets a sentence instead of nothing. Where a list has files of several inspections `openAuditId` tells
 * which of them the id is of.
 */
export function MediaViewer({
  media,
  total,
  openId,
  openAuditId = null,
  onMove,
  onClose,
  onShowItem,
}: {
  media: readonly ViewerMedia[]
  /** How many there are in all, where `media` is what was read of them so far; null when nobody knows. */
  total?: number | null
  openId: string | null
  openAuditId?: string | null
  onMove: (mediaId: string, file: ViewerMedia) => void
  onClose: () => void
  /** `file` is the one whose answer is asked for. */
  onShowItem: (anchor: string, file: ViewerMedia) => void
}) {
  const popupRef = useRef<HTMLDivElement>(null)
  const [keys] = useState(() => new StageKeySlot())
  const index = media.findIndex(({ id, auditId }) => id === openId && (openAuditId === null || auditId === openAuditId))
  const go = useGo(media, index, onMove)
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
            if (takeKey(event, keys, go, media.length)) event.preventDefault()
          }}
          className="fixed inset-0 z-40 flex flex-col bg-stage text-white outline-none"
        >
          {openId !== null && (
            <Viewer
              media={media}
              total={total}
              openId={openId}
              index={index}
              go={go}
              keys={keys}
              onShowItem={onShowItem}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Steps from where the last step went, not from what is drawn: however fast keys are pressed and however late the page
 * takes a step over, each press is one file.
 */
function useGo(media: readonly ViewerMedia[], index: number, onMove: (mediaId: string, file: ViewerMedia) => void): Go {
  const asked = useRef<ViewerMedia | null>(null)
  const here = media[index]
  useEffect(() => {
    // Arrived, or closed: what is drawn counts again.
    if (here === undefined || isSame(asked.current, here)) asked.current = null
  }, [here])
  return (to) => {
    const pending = asked.current === null ? -1 : media.findIndex((file) => isSame(asked.current, file))
    const from = pending === -1 ? index : pending
    const next = to === 'next' ? from + 1 : to === 'previous' ? (from === -1 ? 0 : from - 1) : to
    const file = media[next]
    if (file === undefined || next === from) return
    asked.current = file
    onMove(file.id, file)
  }
}

function isSame(a: ViewerMedia | null, b: ViewerMedia): boolean {
  return a !== null && a.id === b.id && a.auditId === b.auditId
}

function takeKey(event: KeyboardEvent, keys: StageKeySlot, go: Go, count: number): boolean {
  const target = event.target as Element
  // Arrows belong to what is being typed or chosen.
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || target.closest('input,select')) return false
  if (keys.act(event)) return true
  if (event.key === 'ArrowRight') go('next')
  else if (event.key === 'ArrowLeft') go('previous')
  // In a document these go to its own ends.
  else if (target.closest('[role=document],aside') !== null) return false
  else if (event.key === 'Home') go(0)
  else if (event.key === 'End') go(count - 1)
  else return false
  return true
}

function Viewer({
  media,
  total,
  openId,
  index,
  go,
  keys,
  onShowItem,
}: {
  media: readonly ViewerMedia[]
  total: number | null | undefined
  openId: string
  index: number
  go: Go
  keys: StageKeySlot
  onShowItem: (anchor: string, file: ViewerMedia) => void
}) {
  const [hasInfo, setInfo] = useState(false)
  const [shown, setShown] = useState<{ key: string; facts: StageFacts } | null>(null)
  const [notice, setNotice] = useNotice()
  const current = media[index]
  const key = current === undefined ? '' : `${current.auditId}/${current.id}`
  const kind = useKind(current)
  const files = useFiles(media, index, kind)
  const place = `${formatCount(index + 1)} of ${total === null ? 'more than ' : ''}${formatCount(Math.max(total ?? 0, media.length))}`
  const isPhoto = current !== undefined && (kind === 'image' || isHeic(current))

  const copyImage = () => {
    const image = document.querySelector<HTMLImageElement>('[data-shows=original] img')
    if (!isPhoto || image === null) setNotice('The photo can be copied once it is shown in full resolution.')
    else
      copyPicture(image.src).then(
        () => setNotice('Photo copied.'),
        (error: unknown) => setNotice(error instanceof Error ? error.message : String(error)),
      )
  }
  const copyLink = () => {
    if (current === undefined) return
    const url = new URL(inspectionHref(current.auditId), window.location.href)
    url.searchParams.set('media', current.id)
    void copyText(url.href).then((isDone) => setNotice(isDone ? 'Link copied.' : url.href))
  }
  const copyByKeys = useEffectEvent(copyImage)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isCopy = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'c'
      // What is marked is what is copied; only without a mark it is the photo.
      if (!isCopy || !isPhoto || window.getSelection()?.isCollapsed === false) return
      event.preventDefault()
      copyByKeys()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isPhoto])

  const shortcut = { group: 'Media viewer', inDialogs: true }
  useShortcuts([
    {
      ...shortcut,
      id: 'media.next',
      keys: ['arrowright', 'j'],
      label: 'Next file',
      repeats: true,
      run: () => go('next'),
    },
    {
      ...shortcut,
      id: 'media.previous',
      keys: ['arrowleft', 'k'],
      label: 'Previous file',
      repeats: true,
      run: () => go('previous'),
    },
    { ...shortcut, id: 'media.first', keys: ['home'], label: 'First file', run: () => go(0) },
    { ...shortcut, id: 'media.last', keys: ['end'], label: 'Last file', run: () => go(media.length - 1) },
    { ...shortcut, id: 'media.info', keys: ['i'], label: 'About this file', run: () => setInfo((open) => !open) },
    { ...shortcut, id: 'media.link', keys: ['shift+l'], label: 'Copy a link to this file', run: copyLink },
  ])
  return (
    <>
      <header className="flex items-center gap-1 py-1 pr-1 pl-4">
        <div className="min-w-0 flex-1">
          <Dialog.Title className="truncate text-sm font-medium">{current?.title ?? 'File not found'}</Dialog.Title>
          <p className="truncate text-xs text-white/70 tabular-nums">
            {current === undefined
              ? openId
              : [place, current.section, current.inspectionTitle]
                  .filter((part) => typeof part === 'string')
                  .join(' · ')}
          </p>
          <p className="sr-only" aria-live="polite">
            {current !== undefined && `${describeKind(current)} ${place}: ${current.title}`}
          </p>
        </div>
        {isPhoto && <StageButton icon={ClipboardCopy} label="Copy photo" keys="mod+c" onClick={copyImage} />}
        {current !== undefined && (
          <StageButton icon={Link2} label="Copy a link to this file" keys="shift+l" onClick={copyLink} />
        )}
        {current !== undefined && current.isFetchable && (
          <StageLink
            icon={Download}
            label={`Download ${current.fileName}`}
            href={downloadHref(current.auditId, current.id, current.fileName)}
            download
          />
        )}
        <StageButton
          icon={Info}
          label="About this file"
          keys="i"
          aria-pressed={hasInfo}
          onClick={() => setInfo(!hasInfo)}
        />
        <Dialog.Close render={<StageButton icon={X} label="Close" keys="escape" />} />
      </header>
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <div className="relative flex min-h-0 min-w-0 flex-1 items-center justify-center">
          {current === undefined ? (
            <p className="max-w-md px-4 text-center text-white/85">
              This inspection has no file of this id (any more). Close the viewer to see the files it has.
            </p>
          ) : (
            <Stage
              key={key}
              media={current}
              kind={kind}
              preview={files.preview}
              original={files.original}
              keys={keys}
              onRetry={files.retry}
              onFacts={(facts) => setShown({ key, facts })}
              onNotice={setNotice}
              onSwipe={(step) => go(step === 1 ? 'next' : 'previous')}
            />
          )}
          <StageButton
            icon={ChevronLeft}
            label="Previous file"
            keys="←"
            disabled={index <= 0}
            onClick={() => go('previous')}
            className="absolute top-1/2 left-2 -translate-y-1/2 bg-black/50"
          />
          <StageButton
            icon={ChevronRight}
            label="Next file"
            keys="→"
            disabled={index === -1 || index === media.length - 1}
            onClick={() => go('next')}
            className="absolute top-1/2 right-2 -translate-y-1/2 bg-black/50"
          />
          <output className="pointer-events-none absolute bottom-16 left-1/2 max-w-[90%] -translate-x-1/2 rounded bg-white px-3 py-1.5 text-sm wrap-anywhere text-black empty:hidden">
            {notice}
          </output>
        </div>
        {hasInfo && current !== undefined && (
          <InfoPanel
            media={current}
            kind={kind}
            original={files.original}
            shown={shown?.key === key ? shown.facts : null}
            onShowItem={(anchor) => onShowItem(anchor, current)}
          />
        )}
      </div>
      {media.length > 1 && <Strip media={media} index={index} onGo={go} />}
    </>
  )
}

/** "Photo", "Video", "PDF", "File" */
function describeKind(file: ViewerMedia): string {
  const word = isHeic(file) ? 'photo' : kindWords[file.kind]
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const noticeMs = 4000

/** A sentence that goes by itself. */
function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState({ text: '', count: 0 })
  useEffect(() => {
    if (notice.text === '') return undefined
    const timer = setTimeout(() => setNotice(({ count }) => ({ text: '', count })), noticeMs)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice.text, (text) => setNotice(({ count }) => ({ text, count: count + 1 }))]
}
