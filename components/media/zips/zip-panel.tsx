'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useRef } from 'react'
import { useNoticesAbove } from '@/components/ui/notices/use-room-for-notices'
import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import { useZips } from './zip-store'

const card = onDemand(() => import('./zip-card'))

/** The zips that are being downloaded, shown on every page. Mounted once. */
export function ZipPanel() {
  const t = useTranslations('shell.zip')
  const zips = useZips()
  const loaded = useOnDemand(card, zips.length > 0)
  if (zips.length === 0 || loaded === null) return null
  return (
    <Card label={t('label')}>
      {zips.map((zip) => (
        <loaded.Zip key={zip.zipId} zip={zip} />
      ))}
    </Card>
  )
}

/** The card in the corner. Notices appear above it, because they would cover its buttons. */
function Card({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  useNoticesAbove(place)
  return (
    <section
      ref={place}
      aria-label={label}
      className="fixed end-4 bottom-[calc(4rem+var(--foot-height,0px))] z-50 flex max-h-[60dvh] w-[min(22rem,calc(100vw-2rem))] flex-col divide-y divide-line overflow-y-auto rounded border border-line bg-surface text-sm text-ink shadow-float print:hidden sm:bottom-[calc(1rem+var(--foot-height,0px))]"
    >
      {children}
    </section>
  )
}
