'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { parseAsString, useQueryState } from 'nuqs'
import { Time } from '@/components/ui/dates/time'
import { inspectionHref } from '@/lib/browser/routes'
import { reportQueries } from '@/lib/report/queries'

/**
 * The history of an inspection since one of its versions. It keeps the list to which previous and next belong. The cast
 * is safe: only a query is added to its route.
 */
function historyHref(auditId: string, from: string, list: string | null): Route {
  const query = new URLSearchParams({ tab: 'changes', from, ...(list === null ? {} : { list }) })
  return `${inspectionHref(auditId)}?${query.toString()}` as Route
}

/** The versions of an inspection before the one on the page. Each leads to what has changed since. */
export function EarlierVersions({
  auditId,
  modifiedAt,
  onChoose,
}: {
  auditId: string
  modifiedAt: string
  onChoose: () => void
}) {
  const t = useTranslations('compare.picker')
  const { data } = useQuery(reportQueries.versions(auditId, modifiedAt))
  const [list] = useQueryState('list', parseAsString)
  const earlier = data?.versions.filter((version) => Date.parse(version.modifiedAt) < Date.parse(modifiedAt)) ?? []
  return (
    <section aria-label={t('versions')} className="space-y-1">
      <h3 className="text-xs font-medium text-ink-muted">{t('versions')}</h3>
      {data !== undefined && earlier.length === 0 && <p className="text-sm text-ink-muted">{t('noVersions')}</p>}
      <ul className="-mx-2 empty:hidden">
        {earlier.map((version) => (
          <li key={version.modifiedAt}>
            <Link
              href={historyHref(auditId, version.modifiedAt, list)}
              prefetch={false}
              data-choice=""
              onClick={onChoose}
              className="flex w-full items-center gap-3 rounded px-2 py-1.5 outline-offset-[-2px] hover:bg-raised focus-visible:bg-raised"
            >
              <History aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
              <span className="min-w-0 flex-1 font-medium">
                <Time value={version.modifiedAt} format="seconds" />
              </span>
              {version.modifiedAt === data?.seenBefore?.version && (
                <span className="text-xs text-ink-muted">{t('seen')}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
