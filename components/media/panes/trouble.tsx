'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, ImageOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Spinner } from '@/components/ui/spinner'
import { addressOf } from '@/lib/base-path'
import { downloadHref } from '@/lib/media/model'
import { mediaQueries } from '@/lib/media/queries'
import type { ViewerMedia } from '@/lib/media/schema'

/** Requests a file once more, to say why it was not shown and what to do. */
export function Trouble({ media, attempt, onRetry }: { media: ViewerMedia; attempt: number; onRetry: () => void }) {
  const t = useTranslations('media.trouble')
  const { error, isPending } = useQuery(mediaQueries.trouble(media.auditId, media.id, attempt))
  if (isPending) {
    return (
      <p className="flex items-center gap-2 text-white/85">
        <Spinner /> {t('checking')}
      </p>
    )
  }
  if (error !== null) {
    return (
      <div className="w-full max-w-md rounded bg-surface text-ink">
        <ErrorNotice error={error} title={t('failed')} onRetry={onRetry} />
      </div>
    )
  }
  return (
    <NotShown media={media} title={t('undecodable')}>
      {t('undecodableText')}
    </NotShown>
  )
}

/** File extensions that have their own reason. */
const explained = ['svg', 'html'] as const

/** A file that is only offered for download, with the reason. */
export function DownloadOnly({ media }: { media: ViewerMedia }) {
  const t = useTranslations('media.trouble')
  if (!media.isFetchable) {
    return (
      <NotShown media={media} title={t('badId')}>
        {t.rich('badIdText', { id: () => <code className="font-mono wrap-anywhere">{media.id}</code> })}
      </NotShown>
    )
  }
  const reason = explained.find((ext) => ext === media.ext) ?? 'other'
  return (
    <NotShown media={media} title={media.ext === null ? t('noType') : t('typed', { type: media.ext.toUpperCase() })}>
      {t(`reasons.${reason}`)}
    </NotShown>
  )
}

function NotShown({ media, title, children }: { media: ViewerMedia; title: string; children: ReactNode }) {
  const t = useTranslations('media.trouble')
  return (
    <div className="flex max-w-md flex-col items-center gap-2 text-center text-white/85">
      <ImageOff aria-hidden size={28} strokeWidth={1.5} />
      <p className="font-medium text-white">{title}</p>
      <p className="text-sm">{children}</p>
      {media.isFetchable && (
        <a
          href={addressOf(downloadHref(media.auditId, media.id, media.fileName))}
          download
          className="mt-2 inline-flex h-9 items-center gap-2 rounded bg-white px-3 text-sm font-medium text-black hover:bg-white/90 focus-visible:outline-white"
        >
          <Download aria-hidden size={16} strokeWidth={1.75} />
          {t('actions.download')}
        </a>
      )}
    </div>
  )
}
