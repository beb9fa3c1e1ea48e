import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { StageBar, StageButton } from './stage-button'
import { stepScale } from './use-photo-keys'
import type { PhotoView } from './use-photo-view'
import { fullScale, type Size } from './zoom'

/** Buttons that zoom and turn a photo. `original` is its size in pixels, null until it is known. */
export function PhotoBar({ photo, original }: { photo: PhotoView; original: Size | null }) {
  const { view, fit, max, zoomBy, showWhole, showFull, turn } = photo
  const percent = original === null || fit === null ? null : (100 * view.scale) / fullScale(original, fit)
  const zoom = describeZoom(view.scale, percent)
  return (
    <StageBar>
      <StageButton
        icon={ZoomOut}
        label="Farther"
        keys="-"
        disabled={view.scale <= 1}
        onClick={() => zoomBy(1 / stepScale)}
      />
      <button
        type="button"
        onClick={showFull}
        aria-label={`${zoom}. Show at 100 %`}
        aria-keyshortcuts="1"
        className="h-9 min-w-16 rounded px-2 text-xs whitespace-nowrap tabular-nums hover:bg-white/12 focus-visible:outline-white"
      >
        {zoom}
      </button>
      <StageButton
        icon={ZoomIn}
        label="Closer"
        keys="+"
        disabled={view.scale >= max}
        onClick={() => zoomBy(stepScale)}
      />
      <StageButton icon={Maximize} label="Whole photo" keys="0" disabled={view.scale <= 1} onClick={showWhole} />
      <StageButton icon={RotateCcw} label="Turn left (view only)" keys="shift+r" onClick={() => turn(-1)} />
      <StageButton icon={RotateCw} label="Turn right (view only)" keys="r" onClick={() => turn(1)} />
    </StageBar>
  )
}

/** "Fit · 23 %", "150 %"; "2.0 ×" before the pixels of the original are known. */
function describeZoom(scale: number, percent: number | null): string {
  if (percent === null) return scale === 1 ? 'Fit' : `${scale.toFixed(1)} ×`
  return `${scale === 1 ? 'Fit · ' : ''}${Math.round(percent)} %`
}
