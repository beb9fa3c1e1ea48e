'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Spinner } from '@/components/ui/spinner'
import { downloadHref } from '@/lib/media/model'
import { mediaQueries } from '@/lib/media/queries'
import type { ViewerMedia } from '@/lib/media/schema'

/** Why a file did not show, found out by asking for it once more, and what to do about it. */
export function Trouble({ media, attempt, onRetry }: { media: ViewerMedia; attempt: number; onRetry: () => void }) {
  const { error, isPending } = useQuery(mediaQueries.trouble(media.auditId, media.id, attempt))
  if (isPending) {
    return (
      <p className="flex items-center gap-2 text-white/85">
        <Spinner /> Looking why the file did not come
      </p>
    )
  }
  if (error !== null) {
    return (
      <div className="w-full max-w-md rounded bg-surface text-ink">
        <ErrorNotice error={error} title="The file could not be loaded" onRetry={onRetry} />
      </div>
    )
  }
  return (
    <NotShown media={media} title="This browser cannot read the file">
      Its content came, but it is not what its name says, or it is damaged.
    </NotShown>
  )
}

const reasons: Readonly<Record<string, string>> = {
  mov: 'QuickTime videos play in a video program, not in every browser.',
  svg: 'Drawings of this type can hold programs, so the console never shows them.',
  html: 'Web pages can hold programs, so the console never shows them.',
}

/** A file that is only offered for download, and why. */
export function DownloadOnly({ media }: { media: ViewerMedia }) {
  if (!media.isFetchable) {
    return (
      <NotShown media={media} title="This file cannot be asked for">
        The inspection names it by an id that is not one: <code className="font-mono wrap-anywhere">{media.id}</code>
      </NotShown>
    )
  }
  return (
    <NotShown media={media} title={media.ext === null ? 'A file without a type' : `${media.ext.toUpperCase()} file`}>
      {reasons[media.ext ?? ''] ?? 'The console shows photos, videos and PDFs. Download this file to look at it.'}
    </NotShown>
  )
}

function NotShown({ media, title, children }: { media: ViewerMedia; title: string; children: ReactNode }) {
  return (
    <div className="flex max-w-md flex-col items-center gap-2 text-center text-white/85">
      <ImageOff aria-hidden size={28} strokeWidth={1.5} />
      <p className="font-medium text-white">{title}</p>
      <p className="text-sm">{children}</p>
      {media.isFetchable && (
        <a
          href={downloadHref(media.auditId, media.id, media.fileName)}
          download
          className="mt-2 inline-flex h-9 items-center gap-2 rounded bg-white px-3 text-sm font-medium text-black hover:bg-white/90 focus-visible:outline-white"
        >
          <Download aria-hidden size={16} strokeWidth={1.75} />
          Download
        </a>
      )}
    </div>
  )
}
