'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { isHeic, kindOfType } from '@/lib/media/model'
import { mediaQueries } from '@/lib/media/queries'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import type { FileState } from '@/components/media/file-store'
import { HeicPane } from './heic-pane'
import { ImagePane } from './image-pane'
import { useLoadingText } from './loading'
import { PdfPane } from './pdf-pane'
import type { PaneKeySlot } from './pane-keys'
import { DownloadOnly, Trouble } from './trouble'
import { VideoPane } from './video-pane'

/** What is known about a file once it is shown. */
export interface PaneFacts {
  width?: number
  height?: number
  seconds?: number
  pages?: number
}

/** The type of a file: from its name, otherwise from its Content-Type. Null while that request is pending. */
export function useKind(media: ViewerMedia | undefined): MediaKind | null {
  const isAsked = media !== undefined && media.kind === 'unknown' && media.isFetchable
  const facts = useQuery({ ...mediaQueries.facts(media?.auditId ?? '', media?.id ?? ''), enabled: isAsked })
  if (media === undefined) return null
  if (!isAsked) return media.kind
  if (facts.isError) return 'unknown'
  return facts.data === undefined ? null : kindOfType(facts.data.contentType)
}

/** The file itself, as large as the space allows, or the reason why it is not shown. */
export function Pane({
  media,
  kind,
  preview,
  original,
  keys,
  onRetry,
  onFacts,
  onNotice,
  onSwipe,
}: {
  media: ViewerMedia
  kind: MediaKind | null
  preview: FileState
  original: FileState
  keys: PaneKeySlot
  onRetry: () => void
  onFacts: (facts: PaneFacts) => void
  onNotice: (text: string) => void
  onSwipe: (step: 1 | -1) => void
}) {
  const t = useTranslations('media.loading')
  const describeLoading = useLoadingText()
  const [failures, setFailures] = useState({ count: 0, isShown: false })
  const fail = () => setFailures(({ count }) => ({ count: count + 1, isShown: true }))
  if (!media.isFetchable || (kind === 'file' && !isHeic(media))) return <DownloadOnly media={media} />
  if (failures.isShown || original.status === 'failed' || kind === 'unknown') {
    const retry = () => {
      setFailures(({ count }) => ({ count: count + 1, isShown: false }))
      onRetry()
    }
    return <Trouble media={media} attempt={failures.count} onRetry={retry} />
  }
  if (kind === null) {
    return (
      <output className="flex items-center gap-2 text-white/85">
        <Spinner /> {t('kind')}
      </output>
    )
  }
  if (kind === 'video') {
    return <VideoPane media={media} keys={keys} onDecoded={onFacts} onFail={fail} onNotice={onNotice} />
  }
  if (kind === 'pdf') {
    return <PdfPane media={media} keys={keys} onOpened={(pages) => onFacts({ pages })} onFail={fail} />
  }
  const shared = { media, keys, onSwipe, onDecoded: onFacts, onFail: fail }
  if (isHeic(media)) return <HeicPane {...shared} file={original} />
  return (
    <ImagePane
      {...shared}
      preview={preview.status === 'ready' ? preview.url : null}
      original={original.status === 'ready' ? original.url : null}
      note={original.status === 'waiting' && original.received > 0 ? describeLoading('original', original) : null}
    />
  )
}
