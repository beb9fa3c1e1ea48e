'use client'

import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Activity, useEffect, useRef, useState } from 'react'
import { Pane, type PaneFacts, useKind } from '@/components/media/panes/pane'
import { ViewerButton } from '@/components/media/panes/viewer-button'
import { PaneKeySlot } from '@/components/media/panes/pane-keys'
import { pdfAhead } from '@/components/media/panes/pdf-ahead'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { InfoPanel } from './info-panel'
import { Strip } from './strip'
import { useCopies } from './use-copies'
import { settleMs, useFiles } from './use-files'
import { type Go, takeKey, useGo } from './use-go'
import { useNotice } from './use-notice'
import { ViewerHeader } from './viewer-header'
import { ViewerKeys } from './viewer-keys'

/**
 * Shows the files of a list one at a time, none skipped. The page holds `openId` in its address. For an id that is not
 * in the list, a message is shown. In a list with files of several inspections, `openAuditId` is the inspection of the
 * open file.
 */
export function MediaViewer({
  media,
  total,
  openId,
  openAuditId = null,
  isSearching = false,
  missingText,
  onMove,
  onClose,
  onShowItem,
}: {
  media: readonly ViewerMedia[]
  /** Number of all files; null if unknown. `media` has only those that are loaded so far. */
  total?: number | null
  /** Whether more files are loading, so that a file which the list does not have may still come. */
  isSearching?: boolean
  /** Shown when the list does not have the file. By default, the list is that of one inspection. */
  missingText?: string
  openId: string | null
  openAuditId?: string | null
  onMove: (mediaId: string, file: ViewerMedia) => void
  onClose: () => void
  /** `file` is the file whose answer the person wants to see. */
  onShowItem: (anchor: string, file: ViewerMedia) => void
}) {
  const popupRef = useRef<HTMLDivElement>(null)
  const [keys] = useState(() => new PaneKeySlot())
  const index = media.findIndex(({ id, auditId }) => id === openId && (openAuditId === null || auditId === openAuditId))
  const go = useGo(media, index, onMove)
  return (
    <Dialog.Root open={openId !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-stage" />
        {/* The dialog gets the focus. On the first button, the focus would open a tooltip over the picture. */}
        <Dialog.Popup
          ref={popupRef}
          initialFocus={popupRef}
          // The dialog keeps arrow keys from the page and so from the registry of shortcuts.
          onKeyDown={(event) => {
            if (takeKey(event, keys, go, media.length)) event.preventDefault()
          }}
          className="fixed inset-0 z-40 flex flex-col bg-stage text-white outline-none"
        >
          {openId !== null && (
            <Viewer
              media={media}
              total={total}
              isSearching={isSearching}
              missingText={missingText}
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

interface ViewerProps {
  media: readonly ViewerMedia[]
  total: number | null | undefined
  isSearching: boolean
  missingText: string | undefined
  openId: string
  /** Position of the open file; -1 if the list does not have it. */
  index: number
  go: Go
  keys: PaneKeySlot
  onShowItem: (anchor: string, file: ViewerMedia) => void
}

function Viewer({ media, total, isSearching, missingText, openId, index, go, keys, onShowItem }: ViewerProps) {
  const t = useTranslations('media.viewer')
  const [hasInfo, setInfo] = useState(false)
  const [hasKeys, setKeys] = useState(false)
  const [facts, setFacts] = useState<ReadonlyMap<string, PaneFacts>>(() => new Map())
  const [notice, setNotice] = useNotice()
  const current = media[index]
  const key = current === undefined ? '' : keyOf(current)
  const next = media[index + 1]
  const kind = useKind(current)
  const files = useFiles(media, index, kind)
  const copies = useCopies(current, kind, setNotice)
  const toggleInfo = () => setInfo((open) => !open)
  useViewerKeys({ go, count: media.length, toggleInfo, copyLink: copies.copyLink, showKeys: () => setKeys(true) })
  usePdfAhead(next)
  const position = { number: index + 1, count: Math.max(total ?? 0, media.length) }
  return (
    <>
      <ViewerHeader
        file={current}
        openId={openId}
        isSearching={isSearching}
        place={total === null ? t('placeOfMore', position) : t('place', position)}
        copies={copies}
        hasInfo={hasInfo}
        onInfoToggle={toggleInfo}
      />
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <div className="relative flex min-h-0 min-w-0 flex-1 items-center justify-center">
          {current === undefined ? (
            <p className="max-w-md px-4 text-center text-white/85">
              {isSearching ? '' : (missingText ?? t('missing'))}
            </p>
          ) : (
            // The next video is rendered before it is shown, so that its element keeps what the browser has loaded.
            (next?.kind === 'video' && !isSameFile(current, next) ? [current, next] : [current]).map((file) => (
              <Activity key={keyOf(file)} mode={file === current ? 'visible' : 'hidden'}>
                <Pane
                  media={file}
                  kind={file === current ? kind : file.kind}
                  preview={files.preview}
                  original={files.original}
                  keys={keys}
                  onRetry={files.retry}
                  onFacts={(known) => setFacts((before) => new Map(before).set(keyOf(file), known))}
                  onNotice={setNotice}
                  onSwipe={(step) => go(step === 1 ? 'next' : 'previous')}
                />
              </Activity>
            ))
          )}
          <StepButtons index={index} count={media.length} onGo={go} />
          <output className="pointer-events-none absolute bottom-16 left-1/2 max-w-[90%] -translate-x-1/2 rounded bg-white px-3 py-1.5 text-sm wrap-anywhere text-black empty:hidden">
            {notice}
          </output>
        </div>
        {hasInfo && current !== undefined && (
          <InfoPanel
            media={current}
            kind={kind}
            original={files.original}
            shown={facts.get(key) ?? null}
            onShowItem={(anchor) => onShowItem(anchor, current)}
          />
        )}
      </div>
      {media.length > 1 && <Strip media={media} index={index} onGo={go} />}
      {hasKeys && <ViewerKeys onClose={() => setKeys(false)} />}
    </>
  )
}

const keyOf = ({ auditId, id }: ViewerMedia) => `${auditId}/${id}`
const isSameFile = (a: ViewerMedia, b: ViewerMedia) => keyOf(a) === keyOf(b)

/** Opens the next file in advance if it is a PDF, so that its first page appears at once. */
function usePdfAhead(next: ViewerMedia | undefined): void {
  const href = next?.kind === 'pdf' && next.isFetchable ? mediaHref(next.auditId, next.id) : null
  useEffect(() => {
    if (href === null) return undefined
    // People who move through the files fast do not need the next PDF.
    const timer = setTimeout(() => pdfAhead.load(href), settleMs)
    return () => clearTimeout(timer)
  }, [href])
  useEffect(() => () => pdfAhead.drop(), [])
}

function StepButtons({ index, count, onGo }: { index: number; count: number; onGo: Go }) {
  const t = useTranslations('media.viewer')
  return (
    <>
      <ViewerButton
        icon={ChevronLeft}
        label={t('previous')}
        keys="←"
        disabled={index <= 0}
        onClick={() => onGo('previous')}
        className="absolute top-1/2 start-2 -translate-y-1/2 bg-black/50"
      />
      <ViewerButton
        icon={ChevronRight}
        label={t('next')}
        keys="→"
        disabled={index === -1 || index === count - 1}
        onClick={() => onGo('next')}
        className="absolute top-1/2 end-2 -translate-y-1/2 bg-black/50"
      />
    </>
  )
}

interface KeyActions {
  go: Go
  count: number
  toggleInfo: () => void
  copyLink: () => void
  showKeys: () => void
}

function useViewerKeys({ go, count, toggleInfo, copyLink, showKeys }: KeyActions): void {
  const t = useTranslations('media')
  const shared = { group: t('shortcutGroup'), inDialogs: true }
  const again = { ...shared, repeats: true }
  useShortcuts([
    { ...again, id: 'media.next', keys: ['arrowright', 'j'], label: t('viewer.next'), run: () => go('next') },
    {
      ...again,
      id: 'media.previous',
      keys: ['arrowleft', 'k'],
      label: t('viewer.previous'),
      run: () => go('previous'),
    },
    { ...shared, id: 'media.first', keys: ['home'], label: t('viewer.first'), run: () => go(0) },
    { ...shared, id: 'media.last', keys: ['end'], label: t('viewer.last'), run: () => go(count - 1) },
    { ...shared, id: 'media.info', keys: ['i'], label: t('viewer.about'), run: toggleInfo },
    { ...shared, id: 'media.link', keys: ['shift+l'], label: t('viewer.copyLink'), run: copyLink },
    { ...shared, id: 'media.keys', keys: ['?'], label: t('viewer.keys'), run: showKeys },
  ])
}
