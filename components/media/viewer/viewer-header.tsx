import { Dialog } from '@base-ui/react/dialog'
import { ClipboardCopy, Download, Info, Link2, X } from 'lucide-react'
import { StageButton, StageLink } from '@/components/media/stages/stage-button'
import { kindWords } from '@/components/media/thumb'
import { downloadHref, isHeic } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import type { Copies } from './use-copies'

/** Says which file is shown, and what can be done with it. */
export function ViewerHeader({
  file,
  openId,
  place,
  copies,
  hasInfo,
  onInfoToggle,
}: {
  file: ViewerMedia | undefined
  /** Shown where there is no file of this id. */
  openId: string
  /** "3 of 12" */
  place: string
  copies: Copies
  hasInfo: boolean
  onInfoToggle: () => void
}) {
  return (
    <header className="flex items-center gap-1 py-1 pr-1 pl-4">
      <div className="min-w-0 flex-1">
        <Dialog.Title className="truncate text-sm font-medium">{file?.title ?? 'File not found'}</Dialog.Title>
        <p className="truncate text-xs text-white/70 tabular-nums">
          {file === undefined
            ? openId
            : [place, file.section, file.inspectionTitle].filter((part) => typeof part === 'string').join(' · ')}
        </p>
        <p className="sr-only" aria-live="polite">
          {file !== undefined && `${describeKind(file)} ${place}: ${file.title}`}
        </p>
      </div>
      {copies.isPhoto && (
        <StageButton icon={ClipboardCopy} label="Copy photo" keys="mod+c" onClick={copies.copyPhoto} />
      )}
      {file !== undefined && (
        <StageButton icon={Link2} label="Copy a link to this file" keys="shift+l" onClick={copies.copyLink} />
      )}
      {file !== undefined && file.isFetchable && (
        <StageLink
          icon={Download}
          label={`Download ${file.fileName}`}
          href={downloadHref(file.auditId, file.id, file.fileName)}
          download
        />
      )}
      <StageButton icon={Info} label="About this file" keys="i" aria-pressed={hasInfo} onClick={onInfoToggle} />
      <Dialog.Close render={<StageButton icon={X} label="Close" keys="escape" />} />
    </header>
  )
}

/** "Photo", "Video", "PDF", "File" */
function describeKind(file: ViewerMedia): string {
  const word = isHeic(file) ? 'photo' : kindWords[file.kind]
  return word.charAt(0).toUpperCase() + word.slice(1)
}
