import { CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { memo } from 'react'
import { describeMedia, describeOpening, ThumbPicture } from '@/components/media/thumb'
import type { ViewerMedia } from '@/lib/media/schema'
import { inspectionOfMedia, titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'

/** One file of a wall with its caption, which opens in the viewer. Tab leads only to the active tile. */
export const WallTile = memo(function WallTile({
  file,
  caption,
  index,
  size,
  isActive,
  showsFailure,
  onOpen,
  onActive,
}: {
  file: ViewerMedia
  /** The text below the question: where the question was asked. */
  caption: string | null
  index: number
  size: 'small' | 'medium'
  isActive: boolean
  /** Marks a file of a failed answer. */
  showsFailure: boolean
  onOpen: (index: number) => void
  onActive: (index: number) => void
}) {
  const t = useTranslations('media')
  const fileText = useTranslations('media.file')
  const names = useReportNames()
  const { failed } = file
  const inspection = inspectionOfMedia(file, names)
  const title = titleOfMedia(file, names)
  const ofOneInspection = describeOpening(fileText, names, file)
  const name =
    inspection !== null
      ? t(failed ? 'wall.failedTile' : 'wall.tile', { file: describeMedia(fileText, names, file), inspection })
      : failed
        ? t('viewer.failedFile', { name: ofOneInspection })
        : ofOneInspection
  return (
    <button
      type="button"
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-label={name}
      onFocus={() => onActive(index)}
      onClick={() => onOpen(index)}
      className="group block w-full text-start outline-offset-2 sm:rounded"
    >
      <span className="relative block aspect-square overflow-hidden bg-raised sm:rounded">
        <ThumbPicture media={file} size={size} />
        {file.failed && showsFailure && (
          <CircleX
            aria-hidden
            size={18}
            strokeWidth={2}
            className="absolute top-1.5 end-1.5 rounded-full bg-bad text-surface shadow-float"
          />
        )}
      </span>
      <span aria-hidden title={title} className="block px-1 pt-1 text-xs leading-4 sm:px-0">
        <span className="block truncate font-medium group-hover:underline">{title}</span>
        {caption !== null && <span className="block truncate text-ink-muted">{caption}</span>}
      </span>
    </button>
  )
})
