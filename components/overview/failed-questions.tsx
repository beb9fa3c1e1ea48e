'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useZone } from '@/lib/browser/preferences/zone'
import { writeListHref } from '@/components/review/session/queue-address'
import { questionOf, withValue } from '@/lib/insights/model'
import { insightQueries } from '@/lib/insights/queries'
import type { ListParams } from '@/lib/inspections/schema'
import { templateDetail, TopBars } from './top-bars'

/** A long period, because a question that is rarely asked has few failures in a shorter one. */
const range = 'now-1y/d..now'
const shownMax = 8

/** The questions that failed most often in the inspections of a list, of the last 12 months. */
export function FailedQuestions({ params }: { params: ListParams }) {
  const t = useTranslations('overview')
  const { preferredZone: zone } = useZone()
  const period = { ...params, completedAt: [range], tz: [zone] }
  const { data, error, isFetching, refetch } = useQuery(insightQueries.questions({ params: period, compare: 'none' }))
  if (error !== null)
    return (
      <ErrorNotice error={error} title={t('period.failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  const bars = data?.questions.slice(0, shownMax).map((question) => {
    const { value, label, templateId, templateName, failed, completed } = question
    const list = withValue(period, 'template', templateId)
    const links = { completed: writeListHref(list), failed: writeListHref(questionOf(list, value)) }
    return {
      key: JSON.stringify([templateId, value]),
      name: label ?? value,
      detail: templateDetail(templateId, templateName),
      href: links.failed,
      completed,
      failed,
      links,
    }
  })
  return <TopBars id="failed-questions" title={t('top.question.year')} bars={bars} />
}
