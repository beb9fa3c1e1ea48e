'use client'

import { useTranslations } from 'next-intl'
import { useStartNames } from '@/components/saved-views/use-start-names'
import type { ExportSchedule } from '@/lib/export-schedules/schema'
import { findStartKey } from '@/lib/saved-views/model'

/** What a schedule writes: "Answers", or with a view "Answers of Failed this week". */
export function useContentText(): (schedule: Pick<ExportSchedule, 'content' | 'viewKey' | 'viewName'>) => string {
  const t = useTranslations('exportSchedules')
  const startName = useStartNames()
  return ({ content, viewKey, viewName }) => {
    const text = t(`contents.${content}`)
    if (viewKey === null) return text
    const start = findStartKey(viewKey)
    const view = start === undefined ? (viewName ?? t('viewGone')) : startName(start)
    return content === 'list' ? view : t('whatOf', { content: text, view })
  }
}

/** Where its files go: "warehouse/daily" in a directory, or the host of an address. */
export function useTargetText(): (target: ExportSchedule['target']) => string {
  const t = useTranslations('exportSchedules')
  return ({ kind, folder, host }) => {
    const place = kind === 'put' ? host : folder
    return place === null || place === '' ? t(`targets.${kind}`) : `${t(`targets.${kind}`)}: ${place}`
  }
}
