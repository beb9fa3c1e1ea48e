import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import { fullAddress } from '@/lib/browser/own-address'
import { inspectionHref } from '@/lib/browser/routes'
import { isHeic } from '@/lib/media/model'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import { CopyError, copyPicture } from './clipboard'
import { copyText } from '@/lib/browser/copy-text'

/** What can be copied from the open file. */
export interface Copies {
  isPhoto: boolean
  copyPhoto: () => void
  copyLink: () => void
}

/**
 * Copies the open photo, also with Ctrl+C, or a link to the open file.
 * @param kind the type of the file
 * @param onNotice receives a sentence about what was copied, or why nothing was
 */
export function useCopies(
  file: ViewerMedia | undefined,
  kind: MediaKind | null,
  onNotice: (text: string) => void,
): Copies {
  const t = useTranslations('media.viewer')
  const isPhoto = file !== undefined && (kind === 'image' || isHeic(file))
  const copyPhoto = () => {
    const image = document.querySelector<HTMLImageElement>('[data-shows=original] img')
    if (!isPhoto || image === null) onNotice(t('copyTooEarly'))
    else
      copyPicture(image.src).then(
        () => onNotice(t('photoCopied')),
        (error: unknown) => {
          const isUnsupported = error instanceof CopyError && error.reason === 'unsupported'
          onNotice(t(isUnsupported ? 'copyUnsupported' : 'copyRefused'))
        },
      )
  }
  useCopyKey(isPhoto, copyPhoto)
  return {
    isPhoto,
    copyPhoto,
    copyLink: () => {
      if (file === undefined) return
      const url = new URL(fullAddress(inspectionHref(file.auditId)))
      url.searchParams.set('media', file.id)
      void copyText(url.href).then((isDone) => onNotice(isDone ? t('linkCopied') : url.href))
    },
  }
}

/** Calls `copy` on Ctrl+C, unless text is selected: then the browser copies the text. */
function useCopyKey(isOn: boolean, copy: () => void): void {
  const copyNow = useEffectEvent(copy)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCopy = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'c'
      if (!isCopy || !isOn || window.getSelection()?.isCollapsed === false) return
      event.preventDefault()
      copyNow()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
