import { Dialog } from '@base-ui/react/dialog'
import { ClipboardCopy, Download, Info, Link2, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ViewerButton, ViewerLink } from '@/components/media/panes/viewer-button'
import { downloadHref, isHeic } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { inspectionOfMedia, titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import type { Copies } from './use-copies'

/** The name of the open file, and its actions. */
export function ViewerHeader({
  file,
  openId,
  isSearching,
  place,
  copies,
  hasInfo,
  onInfoToggle,
}: {
  file: ViewerMedia | undefined
  /** Shown when there is no file with this id. */
  openId: string
  /** Whether this file may still come. */
  isSearching: boolean
  /** "3 of 12" */
  place: string
  copies: Copies
  hasInfo: boolean
  onInfoToggle: () => void
}) {
  const t = useTranslations('media')
  const names = useReportNames()
  const common = useTranslations('common')
  const missing = isSearching ? t('wall.loadingMore') : t('viewer.notFound')
  const title = file === undefined ? missing : titleOfMedia(file, names)
  return (
    <header className="flex items-center gap-1 py-1 pe-1 ps-4">
      <div className="min-w-0 flex-1">
        <Dialog.Title className="truncate text-sm font-medium">{title}</Dialog.Title>
        <p className="truncate text-xs text-white/70 tabular-nums">
          {file === undefined
            ? openId
            : [place, file.section, inspectionOfMedia(file, names)].filter((part) => part !== null).join(' · ')}
        </p>
        <p className="sr-only" aria-live="polite">
          {file !== undefined && t('file.here', { kind: isHeic(file) ? 'image' : file.kind, place, title })}
        </p>
      </div>
      {copies.isPhoto && (
        <ViewerButton icon={ClipboardCopy} label={t('viewer.copyPhoto')} keys="mod+c" onClick={copies.copyPhoto} />
      )}
      {file !== undefined && (
        <ViewerButton icon={Link2} label={t('viewer.copyLink')} keys="shift+l" onClick={copies.copyLink} />
      )}
      {file !== undefined && file.isFetchable && (
        <ViewerLink
          icon={Download}
          label={t('viewer.download', { name: file.fileName })}
          href={downloadHref(file.auditId, file.id, file.fileName)}
          download
        />
      )}
      <ViewerButton icon={Info} label={t('viewer.about')} keys="i" aria-pressed={hasInfo} onClick={onInfoToggle} />
      <Dialog.Close render={<ViewerButton icon={X} label={common('close')} keys="escape" />} />
    </header>
  )
}
