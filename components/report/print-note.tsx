'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { formatDateTime, formatOffset } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'
import type { ViewMode } from '@/lib/report/view'
import type { Print } from './use-print'

/** The modes by their names in the message. */
const modeNames = { filled: 'filled', 'failed-first': 'failedFirst', 'failed-only': 'failedOnly' } as const

/** Only on paper: the version, the time zone, and which answers are included. */
export function PrintNote({ modifiedAt, mode }: { modifiedAt: string; mode: ViewMode }) {
  const t = useTranslations('report.print')
  const { zone } = useZone()
  const style = useTimeStyle()
  const at = Date.parse(modifiedAt)
  if (Number.isNaN(at)) return null
  return (
    <p className="hidden text-xs text-ink-muted print:block">
      {t('note', {
        version: formatDateTime(at, zone, style),
        zone: zone === 'UTC' ? 'UTC' : t('zone', { zone, offset: formatOffset(at, zone) }),
        mode: modeNames[mode],
      })}
    </p>
  )
}

/** The progress of preparing a long report for print, with Cancel. */
export function PrintProgress({ print: { progress, cancel } }: { print: Print }) {
  const t = useTranslations('report.print')
  const common = useTranslations('common')
  const format = useFormatter()
  if (progress === null) return null
  const { drawn, total } = progress
  return (
    <div className="sticky top-14 z-20 flex flex-wrap items-center gap-3 rounded border border-line bg-raised p-3 text-sm print:hidden">
      <output className="min-w-0 flex-1 tabular-nums">
        {t('progress', {
          percent: format.number(Math.floor((drawn / Math.max(total, 1)) * 100) / 100, { style: 'percent' }),
        })}
      </output>
      <Button size="sm" onClick={cancel}>
        {common('cancel')}
      </Button>
    </div>
  )
}

/** Only on paper: how many pictures are missing, and how to print them. */
export function MissingPictures({ print: { missing, isPreparing } }: { print: Print }) {
  const t = useTranslations('report.print')
  if (missing === 0) return null
  return (
    <p className="hidden text-xs text-ink-muted print:block">
      {t(isPreparing ? 'late' : 'unloaded', { count: missing })}
    </p>
  )
}
