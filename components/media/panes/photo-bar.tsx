import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { ViewerBar, ViewerButton } from './viewer-button'
import { useIdle } from './use-idle'
import { stepScale } from './use-photo-keys'
import type { PhotoView } from './use-photo-view'
import { fullScale, type Size } from './zoom'

/** Buttons that zoom and rotate a photo. `original` is its size in pixels; null while unknown. */
export function PhotoBar({ photo, original }: { photo: PhotoView; original: Size | null }) {
  const t = useTranslations('media')
  const { view, fit, max, zoomBy, showWhole, showFull, turn } = photo
  const isIdle = useIdle()
  const share = original === null || fit === null ? null : view.scale / fullScale(original, fit)
  const zoom = useZoomText(view.scale, share)
  return (
    <ViewerBar isHidden={isIdle}>
      <ViewerButton
        icon={ZoomOut}
        label={t('zoom.out')}
        keys="-"
        disabled={view.scale <= 1}
        onClick={() => zoomBy(1 / stepScale)}
      />
      <button
        type="button"
        onClick={showFull}
        aria-label={t('photo.showFull', { zoom })}
        aria-keyshortcuts="1"
        className="h-9 min-w-16 rounded px-2 text-xs whitespace-nowrap tabular-nums hover:bg-white/12 focus-visible:outline-white"
      >
        {zoom}
      </button>
      <ViewerButton
        icon={ZoomIn}
        label={t('zoom.in')}
        keys="+"
        disabled={view.scale >= max}
        onClick={() => zoomBy(stepScale)}
      />
      <ViewerButton icon={Maximize} label={t('photo.fit')} keys="0" disabled={view.scale <= 1} onClick={showWhole} />
      <ViewerButton icon={RotateCcw} label={t('photo.rotateLeft')} keys="shift+r" onClick={() => turn(-1)} />
      <ViewerButton icon={RotateCw} label={t('photo.rotateRight')} keys="r" onClick={() => turn(1)} />
    </ViewerBar>
  )
}

/** "Fit · 23%", "150%", or "2x" while the size of the original is unknown. */
function useZoomText(scale: number, share: number | null): string {
  const t = useTranslations('media')
  const format = useFormatter()
  if (share === null) return scale === 1 ? t('photo.fit') : t('zoom.times', { scale: Math.round(scale * 10) / 10 })
  const percent = format.number(share, { style: 'percent' })
  return scale === 1 ? t('photo.fitPercent', { percent }) : percent
}
