import { PanelLeft, ZoomIn, ZoomOut } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { ViewerBar, ViewerButton } from './viewer-button'
import type { PdfReading } from './use-pdf-reading'

interface PdfBarProps {
  reading: PdfReading
  numPages: number
  hasThumbs: boolean
  onThumbsChange: (hasThumbs: boolean) => void
}

/** Buttons that zoom a PDF and move between pages. */
export function PdfBar({ reading, numPages, hasThumbs, onThumbsChange }: PdfBarProps) {
  const t = useTranslations('media')
  const format = useFormatter()
  const { zoom, canZoomIn, canZoomOut, step, current, goTo } = reading
  return (
    <ViewerBar>
      {numPages > 1 && (
        <ViewerButton
          icon={PanelLeft}
          label={t('pdf.thumbnails')}
          aria-pressed={hasThumbs}
          onClick={() => onThumbsChange(!hasThumbs)}
          className="max-lg:hidden"
        />
      )}
      <ViewerButton icon={ZoomOut} label={t('zoom.out')} keys="-" disabled={!canZoomOut} onClick={() => step(-1)} />
      <span className="min-w-11 text-center text-xs tabular-nums">{format.number(zoom, { style: 'percent' })}</span>
      <ViewerButton icon={ZoomIn} label={t('zoom.in')} keys="+" disabled={!canZoomIn} onClick={() => step(1)} />
      <PageField current={current} of={numPages} onGo={goTo} />
    </ViewerBar>
  )
}

/** "Page 3 of 12". People can type another number. */
function PageField({ current, of, onGo }: { current: number; of: number; onGo: (number: number) => void }) {
  const t = useTranslations('media.pdf')
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    if (typed !== null && /^\d+$/.test(typed)) onGo(Number(typed))
    setTyped(null)
  }
  if (of === 1) return <span className="px-2 text-xs whitespace-nowrap">{t('count', { pages: of })}</span>
  return (
    <label className="flex h-9 items-center gap-1.5 px-2 text-xs whitespace-nowrap tabular-nums">
      {t.rich('position', {
        pages: of,
        field: () => (
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
        ),
      })}
    </label>
  )
}
