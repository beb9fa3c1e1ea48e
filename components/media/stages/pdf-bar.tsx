import { PanelLeft, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { StageBar, StageButton } from './stage-button'
import type { PdfReading } from './use-pdf-reading'

interface PdfBarProps {
  reading: PdfReading
  numPages: number
  hasThumbs: boolean
  onThumbsChange: (hasThumbs: boolean) => void
}

/** Buttons that zoom a PDF and lead to a page of it. */
export function PdfBar({ reading, numPages, hasThumbs, onThumbsChange }: PdfBarProps) {
  const { zoom, canZoomIn, canZoomOut, step, current, goTo } = reading
  return (
    <StageBar>
      {numPages > 1 && (
        <StageButton
          icon={PanelLeft}
          label="Small pages"
          aria-pressed={hasThumbs}
          onClick={() => onThumbsChange(!hasThumbs)}
          className="max-lg:hidden"
        />
      )}
      <StageButton icon={ZoomOut} label="Farther" keys="-" disabled={!canZoomOut} onClick={() => step(-1)} />
      <span className="min-w-11 text-center text-xs tabular-nums">{Math.round(zoom * 100)} %</span>
      <StageButton icon={ZoomIn} label="Closer" keys="+" disabled={!canZoomIn} onClick={() => step(1)} />
      <PageField current={current} of={numPages} onGo={goTo} />
    </StageBar>
  )
}

/** "Page 3 of 12"; the number can be typed. */
function PageField({ current, of, onGo }: { current: number; of: number; onGo: (number: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    if (typed !== null && /^\d+$/.test(typed)) onGo(Number(typed))
    setTyped(null)
  }
  if (of === 1) return <span className="px-2 text-xs whitespace-nowrap">1 page</span>
  return (
    <label className="flex h-9 items-center gap-1.5 px-2 text-xs whitespace-nowrap tabular-nums">
      Page
      <input
        inputMode="numeric"
        value={typed ?? String(current)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          go()
        }}
        className="h-7 w-12 rounded border border-white/30 bg-black px-1 text-center text-white focus-visible:outline-white"
      />
      of {of}
    </label>
  )
}
