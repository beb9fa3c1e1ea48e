'use client'

import { Images } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { ViewerMedia } from '@/lib/media/schema'
import { useReport } from '@/components/report/context'

/** Number of files that are rendered at first, and that each press adds. */
const filesStep = 500

/** All files of an inspection, by section, in the order of the report. */
export function MediaGallery({ media, actions }: { media: readonly ViewerMedia[]; actions?: ReactNode }) {
  const t = useTranslations('report.files')
  const format = useFormatter()
  const { Thumb } = useReport()
  const [shownMax, setShownMax] = useState(filesStep)
  const more = Math.min(filesStep, media.length - shownMax)
  if (media.length === 0) {
    return (
      <EmptyState icon={Images} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap justify-end gap-2 empty:hidden">{actions}</div>
      {groupBySection(media, shownMax).map(({ section, files, count }) => (
        <section key={section ?? ''}>
          <h2 className="mb-2 flex items-baseline gap-2 text-base font-semibold">
            <span className="min-w-0 wrap-anywhere">{section ?? t('whole')}</span>
            <span className="text-xs font-normal text-ink-muted tabular-nums">{format.number(count)}</span>
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
            {files.map((file) => (
              <li key={file.id} className="min-w-0">
                <Thumb media={file} large />
                <p className="mt-1 truncate text-xs text-ink-muted" title={file.title}>
                  {file.title}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more > 0 && (
        <Button onClick={() => setShownMax(shownMax + filesStep)}>
          {t('actions.more', { more, count: media.length })}
        </Button>
      )}
    </div>
  )
}

interface Group {
  section: string | null
  /** The files to render. */
  files: ViewerMedia[]
  count: number
}

/** The sections of the first `shownMax` files, with the number of files of each. */
function groupBySection(media: readonly ViewerMedia[], shownMax: number): Group[] {
  const groups = new Map<string | null, Group>()
  for (const [at, file] of media.entries()) {
    const group = groups.get(file.section) ?? { section: file.section, files: [], count: 0 }
    groups.set(file.section, group)
    group.count += 1
    if (at < shownMax) group.files.push(file)
  }
  return [...groups.values()].filter(({ files }) => files.length > 0)
}
