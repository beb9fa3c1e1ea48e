import { CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { memo } from 'react'
import { describeMedia, ThumbPicture } from '@/components/media/thumb'
import { classNames } from '@/lib/browser/class-names'
import type { WallFile } from '@/lib/media/schema'

/** One file of the wall, which opens in the viewer. Tab leads only to the active tile. */
export const WallTile = memo(function WallTile({
  file,
  index,
  size,
  isActive,
  onOpen,
  onActive,
}: {
  file: WallFile
  index: number
  size: 'small' | 'medium'
  isActive: boolean
  onOpen: (file: WallFile) => void
  onActive: (index: number) => void
}) {
  const t = useTranslations('media.wall')
  const described = describeMedia(useTranslations('media.file'), file)
  const inspection = file.inspectionTitle
  const name = t(file.failed ? 'failedTile' : 'tile', { file: described, inspection })
  return (
    <button
      type="button"
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-label={name}
      onFocus={() => onActive(index)}
      onClick={() => onOpen(file)}
      className="group relative block size-full overflow-hidden bg-raised outline-offset-2 sm:rounded"
    >
      <ThumbPicture media={file} size={size} />
      {file.failed && (
        <CircleX
          aria-hidden
          size={18}
          strokeWidth={2}
          className="absolute top-1.5 end-1.5 rounded-full bg-bad text-surface shadow-float"
        />
      )}
      <span
        aria-hidden
        className={classNames(
          'absolute inset-x-0 bottom-0 bg-linear-to-t from-black/90 via-black/75 to-transparent px-2 pt-6 pb-1.5 text-start text-xs text-white',
          'opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      >
        <span className="line-clamp-2 font-medium">{file.title}</span>
        <span className="block truncate text-white/85">
          {file.siteName === null ? inspection : t('place', { site: file.siteName, inspection })}
        </span>
      </span>
    </button>
  )
})
