'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Time } from '@/components/ui/dates/time'
import { trainingQueries } from '@/lib/training/queries'
import { PagedList, usePage } from './paged-list'

/** What people answered in surveys of lessons. */
export function Surveys() {
  const t = useTranslations('training.surveys')
  const { page, setPage } = usePage()
  const query = useQuery(trainingQueries.surveys(page))
  return (
    <PagedList query={query} rowsOf={(answer) => answer.answers} name="surveys" onPage={setPage}>
      {(rows) => (
        <ul aria-label={t('label')} className="max-w-240 divide-y divide-line rounded border border-line bg-surface">
          {rows.map(({ answerId, at, question, answer }) => (
            <li key={answerId} className="flex flex-col gap-0.5 px-4 py-3 text-sm">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-ink-muted wrap-anywhere">{question}</span>
                {at !== null && <Time value={at} format="smart" className="text-xs text-ink-muted" />}
              </span>
              <span className="font-medium wrap-anywhere">{answer === '' ? t('noText') : answer}</span>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
