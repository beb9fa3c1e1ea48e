import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PlaceLinks } from '@/components/templates/place-links'
import { Score } from '@/components/templates/score'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { inspectionHref } from '@/lib/browser/routes'
import { titleOf } from '@/lib/report/names-model'
import type { ReportAnswer } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'

export interface SideQuery {
  data: ReportAnswer | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** The header of one side: the inspection, its result, and a button to choose another. */
export function CompareSide({
  name,
  auditId,
  query,
  onChoose,
}: {
  name: string
  auditId: string | null
  query: SideQuery
  onChoose: () => void
}) {
  const t = useTranslations('compare')
  return (
    <section
      aria-label={t('sides.inspection', { side: name })}
      className="flex min-h-32 min-w-0 flex-1 flex-col gap-2 rounded-md border border-line bg-surface p-4 print:break-inside-avoid"
    >
      <div className="flex items-center gap-2">
        <Mark>{name}</Mark>
        {auditId !== null && (
          <Button size="sm" variant="ghost" onClick={onChoose} className="ms-auto print:hidden">
            {t.rich('actions.change', { side: name, hidden: (text) => <span className="sr-only">{text}</span> })}
          </Button>
        )}
      </div>
      {auditId === null ? (
        <div className="flex flex-1 items-center justify-center">
          <Button variant="primary" onClick={onChoose}>
            {t('actions.choose')}
          </Button>
        </div>
      ) : query.data !== undefined ? (
        <Known answer={query.data} />
      ) : query.error !== null && query.error !== undefined ? (
        <ErrorNotice
          title={t('side.failed', { side: name })}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div aria-busy="true" className="space-y-2">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      )}
    </section>
  )
}

export function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 shrink-0 items-center rounded-sm bg-accent-soft px-2 text-xs font-semibold text-accent-ink">
      {children}
    </span>
  )
}

function Known({ answer }: { answer: ReportAnswer }) {
  const t = useTranslations('compare.side')
  const { report, auditId, stale } = answer
  const { score, failedCount, completedAt, startedAt } = report
  return (
    <div className="flex min-w-0 items-start gap-4">
      <div className="min-w-0 flex-1 space-y-1">
        <Link
          href={inspectionHref(auditId)}
          className="block text-lg font-semibold text-ink underline-offset-2 wrap-anywhere hover:underline"
        >
          {titleOf(report, useReportNames())}
        </Link>
        <PlaceLinks
          templateId={report.templateId}
          template={report.templateName ?? t('noTemplate')}
          className="text-sm text-ink-muted wrap-anywhere"
        />
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
          <PlaceLinks
            site={report.site.name}
            author={report.authorName ?? report.ownerName}
            className="wrap-anywhere empty:hidden"
          />
          {completedAt !== null ? (
            <Time value={completedAt} />
          ) : (
            startedAt !== null && <span>{t.rich('started', { time: () => <Time value={startedAt} /> })}</span>
          )}
        </div>
        <p className="flex flex-wrap gap-1 pt-1">
          {completedAt === null && (
            <Badge tone="attention" icon={CircleDashed}>
              {t('inProgress')}
            </Badge>
          )}
          {failedCount === 0 ? (
            <Badge tone="good" icon={CircleCheck}>
              {t('nothingFailed')}
            </Badge>
          ) : (
            <Badge tone="bad" icon={CircleX}>
              {t('failedCount', { count: failedCount })}
            </Badge>
          )}
        </p>
        {stale !== null && <p className="text-xs text-attention wrap-anywhere">{stale.reason}</p>}
      </div>
      <Score
        look="ring"
        size={56}
        templateId={report.templateId}
        percentage={score?.percentage ?? null}
        isCompleted={completedAt !== null}
      />
    </div>
  )
}
