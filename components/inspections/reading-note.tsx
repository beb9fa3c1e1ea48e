'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { buttonClass } from '@/lib/browser/button-class'
import { Popover } from '@/components/ui/popover'
import { ProgressBar } from '@/components/ui/progress-bar'
import { describeProgress } from '@/lib/system/freshness'
import { useSystemStatus } from '@/lib/system/use-system-status'
import type { FilterName, ListParams } from '@/lib/inspections/schema'
import { filterNames } from '@/lib/inspections/params-model'

/** Filters that work before a document is loaded. */
const knownUnread: ReadonlySet<FilterName> = new Set([
  'template',
  'template!',
  'modified',
  'modified!',
  'missing',
  'problem',
  'review',
  'review!',
])

/**
 * The share of documents that are loaded, while some are not. It appears and disappears by itself, so it is in the header,
 * where it moves no row.
 */
export function ReadingNote({ params, total }: { params: ListParams; total: number | null }) {
  const t = useTranslations('inspections.loading')
  const format = useFormatter()
  const { status } = useSystemStatus()
  const tFreshness = useTranslations('shell.freshness')
  const language = useLocale()
  const progress = status === undefined ? null : describeProgress(tFreshness, status, language)
  const dependsOnDocuments = filterNames.some((name) => params[name] !== undefined && !knownUnread.has(name))
  if (progress === null || status === undefined || (total === 0 && !dependsOnDocuments)) return null
  const { hydrated, total: found, rowsToList } = status.sync
  const all = found + Math.max(0, rowsToList ?? 0)
  // Rounded down and at most 99, because some are left.
  const percent = all === 0 ? 0 : Math.min(99, Math.floor((hydrated / all) * 100))
  const share = format.number(percent / 100, { style: 'percent' })
  const summary = t(dependsOnDocuments ? 'searched.summary' : 'titles.summary', { share })
  const sentence = dependsOnDocuments
    ? t('searched.text', { loaded: hydrated, total: found })
    : t('titles.text', { progress })
  return (
    <Popover
      label={t('label')}
      className="w-72 p-3 text-sm"
      trigger={
        <button
          type="button"
          aria-label={t('button', { summary, text: sentence })}
          className={buttonClass('ghost', 'sm', 'px-1.5! text-unknown! tabular-nums')}
        >
          <ProgressRing percent={percent} />
          {/* A phone has space only for the ring. */}
          <span className="max-sm:sr-only">{summary}</span>
        </button>
      }
    >
      <ProgressBar value={hydrated} max={all} />
      <p className="mt-2">{sentence}</p>
    </Popover>
  )
}

function ProgressRing({ percent }: { percent: number }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-3.5 shrink-0 -rotate-90" fill="none" strokeWidth="2.5">
      <circle cx="8" cy="8" r="6" className="stroke-current opacity-25" />
      <circle cx="8" cy="8" r="6" className="stroke-current" pathLength="100" strokeDasharray={`${percent} 100`} />
    </svg>
  )
}
