'use client'

import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { readWhole } from '@/lib/media/queries'
import type { ViewerMedia } from '@/lib/media/schema'
import { copyText } from '@/lib/browser/copy-text'
import { canDigest, digestSha256 } from '@/components/media/digest'

const automaticBytesMax = 32_000_000
/** Browsers can hash only data that is completely in memory. */
const bytesMax = 512_000_000

/** The SHA-256 of the loaded file: at once for a photo, because it is loaded anyway, otherwise on request. */
export function Checksum({ media, file, bytes }: { media: ViewerMedia; file: Blob | null; bytes: number | null }) {
  const t = useTranslations('media.checksum')
  const language = useLocale()
  const [isAsked, setAsked] = useState(false)
  const isAutomatic = file !== null && file.size <= automaticBytesMax
  const isPossible = canDigest() && (bytes ?? 0) <= bytesMax
  const digest = useQuery({
    queryKey: ['media', 'sha256', media.auditId, media.id],
    staleTime: Infinity,
    enabled: isPossible && (isAutomatic || isAsked),
    queryFn: async ({ signal }) => digestSha256(file ?? (await readWhole(media.auditId, media.id, signal))),
  })
  if (!canDigest()) return t('needsHttps')
  if (!isPossible) return t('tooLarge', { size: formatBytes(bytesMax, language) })
  if (digest.data !== undefined) return <Digits value={digest.data} />
  if (digest.isError) return t('failed')
  if (digest.isLoading) {
    return (
      <span className="flex items-center gap-2">
        <Spinner /> {t('working')}
      </span>
    )
  }
  return (
    <button
      type="button"
      onClick={() => setAsked(true)}
      className="inline-flex h-8 items-center rounded border border-white/30 px-3 text-sm hover:bg-white/12 focus-visible:outline-white"
    >
      {file === null && bytes !== null
        ? t('actions.load', { size: formatBytes(bytes, language) })
        : t('actions.calculate')}
    </button>
  )
}

function Digits({ value }: { value: string }) {
  const t = useTranslations('media.checksum')
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  return (
    <span className="flex items-start gap-1">
      <code data-testid="sha256" className="min-w-0 font-mono text-xs wrap-anywhere select-all">
        {value}
      </code>
      <button
        type="button"
        aria-label={isCopied ? t('copied') : t('copy')}
        onClick={() => void copyText(value).then(setCopied)}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded hover:bg-white/12 focus-visible:outline-white"
      >
        <Icon aria-hidden size={14} strokeWidth={1.75} />
      </button>
    </span>
  )
}
