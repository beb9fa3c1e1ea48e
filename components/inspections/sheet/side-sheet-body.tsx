'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { MediaOpenerContext } from '@/components/media/opener'
import { Thumb } from '@/components/media/thumb'
import { AnswerView } from '@/components/report/answers/answer-view'
import { noRecurrences, ReportContext, scoredBy } from '@/components/report/context'
import { Comments } from '@/components/review/comments/comments'
import { ReviewControl } from '@/components/review/review-control'
import { Score } from '@/components/templates/score'
import { Badge } from '@/components/ui/badge'
import { ErrorNotice } from '@/components/ui/error-notice'
import { NameLink } from '@/components/ui/lists/name-link'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { inspectionHref, siteHref, templateHref, userByNameHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import { columnById, type ColumnId, factColumns, fieldOf } from '@/lib/inspections/columns'
import type { InspectionRow } from '@/lib/inspections/schema'
import { titleOf, titleOfItem } from '@/lib/report/names-model'
import { reportQueries } from '@/lib/report/queries'
import type { Report, ReportItem } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import { describePlace, itemAnchor, listViewerMedia } from '@/lib/report/view'
import { ResultLabel, RowMarks } from '@/components/inspections/columns/column-cells'
import { useRowTexts } from '@/components/inspections/columns/row-texts'

/** While `j` is held down, only the row where the person stops is loaded. */
const restMs = 120
const failedMax = 12
const photosMax = 6

/** A preview of an inspection: first the facts of its row, then the failed answers when the report is loaded. */
export function SideSheetBody({ auditId, row }: { auditId: AuditId; row: InspectionRow | undefined }) {
  const t = useTranslations('inspections.sheet')
  const texts = useRowTexts()
  const names = useReportNames()
  const rested = useRested(auditId, restMs)
  const { data, error, isFetching, refetch } = useQuery({
    ...reportQueries.report(auditId),
    enabled: rested === auditId,
  })
  const report = data?.auditId === auditId ? data.report : undefined
  const templateName = report?.templateName ?? row?.templateName
  const templateId = report?.templateId ?? row?.templateId ?? null
  const title = report !== undefined ? titleOf(report, names) : row === undefined ? null : texts.title(row)
  return (
    <div className="space-y-4 p-4">
      <div>
        <h2 className="text-lg font-semibold wrap-anywhere">
          {title === null ? (
            error === null ? (
              <Skeleton className="h-5 w-4/5" />
            ) : (
              t('untitled')
            )
          ) : (
            <NameLink href={inspectionHref(auditId)}>{title}</NameLink>
          )}
        </h2>
        <p className="mt-1 text-sm text-ink-muted wrap-anywhere">
          <NameLink href={templateId === null ? null : templateHref(templateId)}>{templateName}</NameLink>
        </p>
        {row !== undefined && (
          <div className="mt-1 flex flex-wrap items-center gap-2 empty:hidden">
            <RowMarks row={row} />
          </div>
        )}
      </div>
      <Outcome row={row} report={report} />
      <Facts row={row} report={report} auditId={auditId} />
      {data?.auditId === auditId && <ReviewControl auditId={auditId} version={data.modifiedAt} />}
      {data?.auditId === auditId && <Comments auditId={auditId} />}
      {report !== undefined ? (
        <Findings report={report} auditId={auditId} />
      ) : error !== null ? (
        <ErrorNotice error={error} title={t('notLoaded')} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <div aria-busy className="space-y-3">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
    </div>
  )
}

function Outcome({ row, report }: { row: InspectionRow | undefined; report: Report | undefined }) {
  const t = useTranslations('inspections.sheet')
  const percentage = report === undefined ? (row?.scorePercentage ?? null) : (report.score?.percentage ?? null)
  const failed = report === undefined ? (row?.failedCount ?? null) : report.failedCount
  return (
    <div className="flex items-center gap-4">
      <Score
        look="ring"
        size={56}
        templateId={report?.templateId ?? row?.templateId ?? null}
        percentage={percentage}
        isCompleted={(report === undefined ? row?.completedAt : report.completedAt) != null}
      />
      <div className="space-y-1 text-sm">
        {row?.result != null && <ResultLabel result={row.result} />}
        {failed !== null && (
          <p>
            {failed === 0 ? (
              <Badge tone="good" icon={CircleCheck}>
                {t('noFailures')}
              </Badge>
            ) : (
              <Badge tone="bad" icon={CircleX}>
                {t('failures', { count: failed })}
              </Badge>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

/** Facts that the report also has: shown even without a row, and in full length. */
const fromReport: Readonly<Partial<Record<ColumnId, (report: Report) => string | null>>> = {
  site: (report) => report.site.name,
  author: (report) => report.authorName,
  started: (report) => report.startedAt,
  completed: (report) => report.completedAt,
  documentNo: (report) => report.documentNo,
}

/** Facts that name something with a page of its own. */
const pageOf: Readonly<Partial<Record<ColumnId, (name: string) => Route>>> = { site: siteHref, author: userByNameHref }

interface FactsProps {
  row: InspectionRow | undefined
  report: Report | undefined
  auditId: AuditId
}

function readFact(id: ColumnId, { row, report }: FactsProps, notYet: string): ReactNode {
  const reported = report === undefined ? undefined : fromReport[id]?.(report)
  const value = reported ?? row?.[columnById(id).field]
  if (typeof value === 'string') {
    if (fieldOf(id).kind === 'time') return <Time value={value} />
    return <NameLink href={pageOf[id]?.(value) ?? null}>{value}</NameLink>
  }
  const isRead = row?.hydrated === true || report !== undefined
  return id === 'completed' && isRead ? notYet : null
}

function Facts(props: FactsProps) {
  const t = useTranslations('inspections.sheet')
  const columnText = useTranslations('inspections.columns')
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      {factColumns.map((id) => {
        const value = readFact(id, props, t('notCompleted'))
        return (
          value !== null && (
            <div key={id} className="contents">
              <dt className="text-ink-muted">{columnText(id)}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          )
        )
      })}
      <dt className="text-ink-muted">{columnText('id')}</dt>
      <dd className="font-mono text-xs leading-5 wrap-anywhere select-all">{props.auditId}</dd>
    </dl>
  )
}

function Findings({ report, auditId }: { report: Report; auditId: AuditId }) {
  const t = useTranslations('inspections.sheet')
  const names = useReportNames()
  const router = useRouter()
  const media = useMemo(
    () => listViewerMedia(report, auditId, { showHidden: false, alwaysId: null }),
    [report, auditId],
  )
  const context = useMemo(
    () => ({
      scored: scoredBy(report),
      recurrences: noRecurrences,
      itemByKey: new Map(report.items.map((item) => [item.key, item])),
      mediaById: new Map(media.map((file) => [file.id, file])),
      Thumb,
    }),
    [report, media],
  )
  const failed = report.items.filter((item) => item.failed && item.hidden === null)
  const signatures = new Set(report.items.map(({ answer }) => (answer.kind === 'signature' ? answer.imageId : null)))
  const photos = media
    .filter(({ id, kind }) => (kind === 'image' || kind === 'video') && !signatures.has(id))
    .toSorted((a, b) => Number(b.failed) - Number(a.failed))
  return (
    <ReportContext value={context}>
      <MediaOpenerContext
        value={(mediaId) => router.push(`${inspectionHref(auditId)}?media=${encodeURIComponent(mediaId)}` as never)}
      >
        <Section title={t('failedAnswers')} count={failed.length}>
          {failed.length === 0 ? (
            <p className="text-sm text-ink-muted">{t('none')}</p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {failed.slice(0, failedMax).map((item) => (
                <FailedItem
                  key={item.key}
                  item={item}
                  auditId={auditId}
                  place={describePlace(context.itemByKey, item, names)}
                />
              ))}
            </ul>
          )}
          <More left={failed.length - failedMax} auditId={auditId} />
        </Section>
        {photos.length > 0 && (
          <Section title={t('photos')} count={photos.length}>
            <ul className="flex flex-wrap gap-2">
              {photos.slice(0, photosMax).map((file) => (
                <li key={file.id}>
                  <Thumb media={file} />
                </li>
              ))}
            </ul>
            <More left={photos.length - photosMax} auditId={auditId} />
          </Section>
        )}
      </MediaOpenerContext>
    </ReportContext>
  )
}

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const format = useFormatter()
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-semibold">
        {title} <span className="font-normal text-ink-muted tabular-nums">{format.number(count)}</span>
      </h3>
      {children}
    </section>
  )
}

function More({ left, auditId }: { left: number; auditId: AuditId }) {
  const t = useTranslations('inspections.sheet')
  if (left <= 0) return null
  return (
    <Link
      href={inspectionHref(auditId)}
      prefetch={false}
      className="text-sm text-accent-ink underline-offset-2 hover:underline"
    >
      {t('more', { count: left })}
    </Link>
  )
}

function FailedItem({ item, auditId, place }: { item: ReportItem; auditId: AuditId; place: string }) {
  const names = useReportNames()
  return (
    <li className="space-y-1 py-2 text-sm">
      {place !== '' && <p className="text-xs text-ink-muted wrap-anywhere">{place}</p>}
      <Link
        href={`${inspectionHref(auditId)}#${itemAnchor(item.key)}` as never}
        prefetch={false}
        className="wrap-anywhere hover:underline hover:underline-offset-2"
      >
        {titleOfItem(item, names)}
      </Link>
      <AnswerView item={item} />
      {item.note !== null && <p className="whitespace-pre-wrap text-ink-muted wrap-anywhere">{item.note}</p>}
    </li>
  )
}

/** A value after it has been stable for a while; the first one at once. */
function useRested<Value>(value: Value, delayMs: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return rested
}
