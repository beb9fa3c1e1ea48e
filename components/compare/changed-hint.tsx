'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useQueryState } from 'nuqs'
import { Time } from '@/components/ui/dates/time'
import { useMounted } from '@/lib/browser/now'
import { isEmptyDiff } from '@/lib/compare/diff'
import { reportQueries } from '@/lib/report/queries'
import { useRecordOpened } from './use-record-opened'
import { countChanged } from './texts'

/**
 * Says in the header of a report that it has changed since the person last saw it, and leads to the changes. It also records
 * that they see it now, so it is part of every page with a whole inspection. Renders nothing without changes.
 */
export function ChangedHint({ auditId, modifiedAt }: { auditId: string; modifiedAt: string }) {
  const t = useTranslations('compare.changes')
  useRecordOpened(auditId, modifiedAt)
  const isMounted = useMounted()
  const [, setTab] = useQueryState('tab')
  const versions = useQuery(reportQueries.versions(auditId, modifiedAt))
  const seenBefore = versions.data?.seenBefore ?? null
  const newest = versions.data?.versions[0]?.modifiedAt ?? modifiedAt
  const changes = useQuery({ ...reportQueries.changes(auditId, 'opened', newest), enabled: seenBefore !== null })
  if (!isMounted || seenBefore === null || changes.data === undefined || isEmptyDiff(changes.data.diff)) return null
  const count = countChanged(changes.data.diff.counts)
  const time = () => <Time value={seenBefore.openedAt} />
  return (
    <button
      type="button"
      onClick={() => void setTab('changes', { history: 'push' })}
      className="inline-flex max-w-full items-center gap-1 rounded text-start text-sm text-accent-ink underline-offset-2 hover:underline print:hidden"
    >
      <History aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0">
        {count === 0 ? t.rich('detailsHint', { time }) : t.rich('answersHint', { count, time })}
      </span>
    </button>
  )
}
