'use client'

import { useQuery } from '@tanstack/react-query'
import { Archive, CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import { useRecordOpened } from '@/components/compare/use-record-opened'
import { PlaceLinks } from '@/components/templates/place-links'
import { MediaOpenerContext } from '@/components/media/opener'
import { Thumb } from '@/components/media/thumb'
import { LateViewer } from '@/components/media/viewer/late-viewer'
import { ReportContext, scoredBy } from '@/components/report/context'
import { ReportBody } from '@/components/report/report-body'
import { revealElement } from '@/components/report/find/reveal'
import { useFailureJumps } from '@/components/report/find/use-failure-jumps'
import { useRecurrences } from '@/components/report/use-recurrences'
import { Score } from '@/components/templates/score'
import { Badge } from '@/components/ui/badge'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { inspectionHref } from '@/lib/browser/routes'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { AuditId } from '@/lib/ids'
import type { InspectionRow } from '@/lib/inspections/schema'
import { reportQueries } from '@/lib/report/queries'
import type { Report, ReportAnswer } from '@/lib/report/schema'
import { cutText, layOut, listViewerMedia } from '@/lib/report/view'
import { Comments } from '@/components/review/comments/comments'
import { nameRow } from '@/components/review/review-texts'
import { type SeenReport, useSeen } from '@/components/review/session/use-seen'

/** A person who holds down `j` skims inspections. An inspection counts as opened only after this time on screen. */
const restMs = 120

/** One inspection of the queue: first the failures with their photos, then the rest of the report. */
export function ReviewQueueItem({
  auditId,
  row,
  isSkimmed,
  onSeen,
}: {
  auditId: AuditId
  row: InspectionRow | undefined
  /** Shows only the heading. */
  isSkimmed: boolean
  onSeen: (report: SeenReport) => void
}) {
  const t = useTranslations('review.queue.item')
  const names = useTranslations('reportNames')
  const { data, error, isFetching, refetch } = useQuery({ ...reportQueries.report(auditId), enabled: !isSkimmed })
  const version = data?.modifiedAt
  const shown = version ?? (error === null ? undefined : null)
  useSeen(isSkimmed ? undefined : shown, (seen) => onSeen(seen === null ? 'unreadable' : { version: seen }))
  // Not for reports that are loaded ahead, because the person has not seen them yet.
  useRecordOpened(auditId, isSkimmed ? null : (version ?? null), restMs)
  return (
    <article aria-label={nameRow(names, data?.report ?? row)} className="space-y-5">
      <Head auditId={auditId} row={row} report={data?.report} modifiedAt={version} />
      {isSkimmed ? (
        <div aria-busy />
      ) : data !== undefined ? (
        <>
          {data.stale !== null && (
            <p className="rounded border border-attention/30 bg-attention-soft p-2 text-sm">
              {t('stale', { reason: data.stale.reason })}
            </p>
          )}
          <Answers answer={data}>
            <Comments auditId={auditId} />
          </Answers>
        </>
      ) : error !== null ? (
        <ErrorNotice
          error={error}
          title={t('failed')}
          next={t('failedNext')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <div aria-busy className="space-y-3">
          <Skeleton className="h-4 w-32" />
          {['w-3/5', 'w-2/5'].map((width) => (
            <div key={width} className="flex justify-between gap-6 rounded-md border border-line bg-surface p-4">
              <div className="flex-1 space-y-2">
                <Skeleton className={`h-3 ${width}`} />
                <Skeleton className="h-5 w-20" />
              </div>
              <Skeleton className="h-40 w-52 max-sm:hidden" />
            </div>
          ))}
        </div>
      )}
    </article>
  )
}

function Head({
  auditId,
  row,
  report,
  modifiedAt,
}: {
  auditId: AuditId
  row: InspectionRow | undefined
  report: Report | undefined
  modifiedAt: string | undefined
}) {
  const t = useTranslations('review.queue.item')
  const names = useTranslations('reportNames')
  const percentage = report === undefined ? (row?.scorePercentage ?? null) : (report.score?.percentage ?? null)
  const failed = report === undefined ? (row?.failedCount ?? null) : report.failedCount
  const completedAt = report === undefined ? (row?.completedAt ?? null) : report.completedAt
  const startedAt = report?.startedAt ?? row?.startedAt ?? null
  const version = modifiedAt ?? row?.modifiedAt
  return (
    <header className="flex items-start gap-4">
      <Score
        look="ring"
        size={56}
        templateId={report?.templateId ?? row?.templateId ?? null}
        percentage={percentage}
        isCompleted={completedAt !== null}
      />
      <div className="min-w-0 flex-1 space-y-1">
        <h2 className="text-lg leading-6 font-semibold wrap-anywhere">
          <Link href={inspectionHref(auditId)} prefetch={false} className="hover:underline hover:underline-offset-2">
            {cutText(nameRow(names, report ?? row), 300)}
          </Link>
        </h2>
        <PlaceLinks
          templateId={report?.templateId ?? row?.templateId}
          template={report?.templateName ?? row?.templateName}
          site={report?.site.name ?? row?.siteName}
          author={report?.authorName ?? row?.authorName}
          more={report?.documentNo ?? row?.documentNo}
          className="text-sm text-ink-muted wrap-anywhere"
        />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
          {failed !== null &&
            (failed === 0 ? (
              <Badge tone="good" icon={CircleCheck}>
                {t('nothingFailed')}
              </Badge>
            ) : (
              <Badge tone="bad" icon={CircleX}>
                {t('failedCount', { count: failed })}
              </Badge>
            ))}
          {completedAt === null ? (
            <Badge tone="attention" icon={CircleDashed}>
              {t('inProgress')}
            </Badge>
          ) : (
            <span>{t.rich('completed', { time: () => <Time value={completedAt} format="smart" /> })}</span>
          )}
          {(report?.archived ?? row?.archived) === true && (
            <Badge tone="unknown" icon={Archive}>
              {t('archived')}
            </Badge>
          )}
          {startedAt !== null && (
            <span className="max-lg:hidden">
              {t.rich('started', { time: () => <Time value={startedAt} format="smart" /> })}
            </span>
          )}
          {version !== undefined && (
            <span className="max-sm:hidden">
              {t.rich('version', { time: () => <Time value={version} format="smart" /> })}
            </span>
          )}
        </p>
      </div>
    </header>
  )
}

/** Photos of the next inspections are loaded ahead (`use-preload.ts`) by their own addresses. */
function LoadedAheadThumb(props: ComponentProps<typeof Thumb>) {
  return <Thumb {...props} alone />
}

/** `children` follow the report. */
function Answers({ answer, children }: { answer: ReportAnswer; children: ReactNode }) {
  const t = useTranslations('review')
  const { report, auditId } = answer
  const [openId, setOpenId] = useState<string | null>(null)
  const media = useMemo(
    () => listViewerMedia(report, auditId, { showHidden: false, alwaysId: null }),
    [report, auditId],
  )
  const recurrences = useRecurrences(auditId, report)
  const context = useMemo(
    () => ({
      scored: scoredBy(report),
      itemByKey: new Map(report.items.map((item) => [item.key, item])),
      recurrences,
      mediaById: new Map(media.map((file) => [file.id, file])),
      Thumb: LoadedAheadThumb,
    }),
    [report, media, recurrences],
  )
  // The failures render at once. The rest of a long report may be slow and must not delay a key.
  const [isWhole, setWhole] = useState(report.failedCount === 0)
  useEffect(() => startTransition(() => setWhole(true)), [])
  const layout = useMemo(() => {
    const whole = layOut(report, { mode: 'failed-first', showHidden: false })
    return isWhole ? whole : { ...whole, blocks: [] }
  }, [report, isWhole])
  const { position } = useFailureJumps(layout.failedKeys, openId === null)
  const firstWithMedia = layout.failed.find((item) => item.mediaIds.some((id) => context.mediaById.has(id)))
  const active = position === null ? firstWithMedia : context.itemByKey.get(layout.failedKeys[position] ?? '')
  const activeId = active?.mediaIds.find((id) => context.mediaById.has(id)) ?? media[0]?.id ?? null

  useShortcuts([
    {
      id: 'review.photo',
      keys: ['space'],
      label: t(openId === null ? 'queue.keys.openPhoto' : 'queue.keys.closePhoto'),
      group: t('shortcutGroup'),
      inDialogs: openId !== null,
      // On a button, space must press the button.
      within: () => (document.activeElement?.closest('button,a,summary,video') == null ? document.body : null),
      run: () => setOpenId(openId === null ? activeId : null),
    },
  ])

  return (
    <ReportContext value={context}>
      <MediaOpenerContext value={setOpenId}>
        <ReportBody layout={layout} mode="failed-first" targetKey={null} />
        {isWhole && children}
        <LateViewer
          media={media}
          openId={openId}
          onMove={setOpenId}
          onClose={() => setOpenId(null)}
          onShowItem={(anchor) => {
            setOpenId(null)
            // Only after the dialog has returned the focus.
            requestAnimationFrame(() => revealElement(anchor))
          }}
        />
      </MediaOpenerContext>
    </ReportContext>
  )
}
