import { useFormatter, useLocale, useTranslations } from 'next-intl'
import type { FileState } from '@/components/media/file-store'
import { formatBytes } from '@/lib/browser/preferences/numbers'

/** Describes a loading file: "Loading the HEIC photo, 45%", or the loaded amount if the size is unknown. */
export function useLoadingText(): (what: 'original' | 'heic', file: FileState) => string {
  const t = useTranslations('media.loading')
  const format = useFormatter()
  const language = useLocale()
  return (what, file) => {
    if (file.status !== 'waiting' || file.received === 0) return t(what)
    const progress =
      file.total === null
        ? formatBytes(file.received, language)
        : format.number(Math.min(99, Math.floor((100 * file.received) / file.total)) / 100, { style: 'percent' })
    return what === 'heic' ? t('heicProgress', { progress }) : t('originalProgress', { progress })
  }
}
