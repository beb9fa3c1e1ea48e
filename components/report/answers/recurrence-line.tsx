import { History } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useReport } from '@/components/report/context'
import { listPath } from '@/lib/browser/routes'
import type { ReportItem } from '@/lib/report/schema'

/** The list of exactly these inspections. The cast is safe: it is the list's own address. */
export function inspectionsHref(auditIds: readonly string[]): Route {
  return `${listPath}?${new URLSearchParams({ q: auditIds.join(' ') }).toString()}` as Route
}

/** "Failed in 3 of the last 5 here": how often a failed question failed in the inspections before. */
export function RecurrenceLine({ item }: { item: ReportItem }) {
  const t = useTranslations('report.recurrence')
  const { recurrences } = useReport()
  const recurrence = recurrences.get(item.key)
  if (recurrence === undefined) return null
  const { failedIn, of: count } = recurrence
  return (
    <p title={t('hint')} className="flex items-center gap-1.5 text-xs text-ink-muted">
      <History aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span>
        {failedIn.length === 0
          ? t('firstTime', { count })
          : t.rich('failedBefore', {
              failed: failedIn.length,
              count,
              link: (words) => (
                <Link
                  href={inspectionsHref(failedIn)}
                  prefetch={false}
                  className="font-medium text-accent-ink underline underline-offset-2"
                >
                  {words}
                </Link>
              ),
            })}
      </span>
    </p>
  )
}
