'use client'

import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsBoolean, parseAsString, useQueryState } from 'nuqs'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { ChangedHint } from '@/components/compare/changed-hint'
import { HistoryDetails } from '@/components/activity/history-details'
import { CompareButton } from '@/components/compare/compare-button'
import { LateChanges } from '@/components/compare/late-changes'
import { ExportMenu } from '@/components/exports/export-menu'
import { MediaOpenerContext } from '@/components/media/opener'
import { Thumb } from '@/components/media/thumb'
import { LateViewer } from '@/components/media/viewer/late-viewer'
import { InspectionFiles } from '@/components/media/wall/inspection-files'
import { useViewerFiles } from '@/components/media/wall/use-file-choice'
import { ZipButton } from '@/components/media/zips/zip-button'
import { ReportScreen } from '@/components/report/report-screen'
import { ReportSkeleton } from '@/components/report/report-skeleton'
import { useRecurrences } from '@/components/report/use-recurrences'
import { Comments } from '@/components/review/comments/comments'
import { ReviewControl } from '@/components/review/review-control'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { code } from '@/components/ui/rich-text'
import { useCrumb } from '@/lib/browser/crumb'
import { describeError } from '@/lib/browser/describe-error'
import { reportQueries } from '@/lib/report/queries'
import { titleOf } from '@/lib/report/names-model'
import type { ReportAnswer } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import { cutText, listViewerMedia } from '@/lib/report/view'
import { selectionOf } from '@/lib/review/model'
import { PreviousNextLinks } from './previous-next-links'

/** The longest title on a tab, in the breadcrumb and in the list of recent pages. */
const nameChars = 200

/** One inspection: its report, and the viewer of its files. */
export function InspectionView({ auditId }: { auditId: string }) {
  const { data: read, error, isFetching, refetch } = useQuery(reportQueries.report(auditId))
  // A report is rendered in steps, so that the page can respond between them.
  const data = useDeferredValue(read)
  const names = useReportNames()
  const title = data === undefined ? null : cutText(titleOf(data.report, names), nameChars)
  useCrumb(title)
  useEffect(() => {
    if (title === null) return
    document.title = `${title} · Sightline`
  }, [title])

  return (
    <div className="mx-auto w-full max-w-[100rem] p-4 sm:p-6 print:p-0">
      {data !== undefined ? (
        <Loaded answer={data} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : error !== null && read === undefined ? (
        <Failed auditId={auditId} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ReportSkeleton />
      )}
    </div>
  )
}

interface Retry {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

function Loaded({ answer, ...retry }: Retry & { answer: ReportAnswer }) {
  const t = useTranslations('inspections.page')
  const names = useReportNames()
  const { report, auditId, modifiedAt } = answer
  const [skipped] = useQueryState('skipped', parseAsBoolean.withDefault(false))
  const viewer = useViewerState()
  const selection = useMemo(() => selectionOf(auditId), [auditId])
  const media = useMemo(
    () => listViewerMedia(report, auditId, { showHidden: skipped, alwaysId: viewer.openId }),
    [report, auditId, skipped, viewer.openId],
  )
  const recurrences = useRecurrences(auditId, report)
  const mediaById = useMemo(
    () =>
      new Map(listViewerMedia(report, auditId, { showHidden: true, alwaysId: null }).map((file) => [file.id, file])),
    [report, auditId],
  )
  return (
    <MediaOpenerContext value={viewer.open}>
      <ReportScreen
        answer={answer}
        mediaCount={media.length}
        mediaById={mediaById}
        Thumb={Thumb}
        recurrences={recurrences}
        slots={{
          hint: <ChangedHint auditId={auditId} modifiedAt={modifiedAt} />,
          review: (
            <div className="space-y-3">
              <ReviewControl auditId={auditId} version={modifiedAt} />
              <Comments auditId={auditId} />
            </div>
          ),
          actions: (
            <>
              <PreviousNextLinks auditId={auditId} />
              <CompareButton auditId={auditId} templateId={report.templateId} />
              <ExportMenu auditId={auditId} title={cutText(titleOf(report, names), nameChars)} />
            </>
          ),
          media: (
            <InspectionFiles
              media={media}
              actions={selection !== undefined && media.length > 0 && <ZipButton selection={selection} />}
              onOpen={viewer.open}
            />
          ),
          changes: (
            <div className="space-y-6">
              <LateChanges auditId={auditId} modifiedAt={modifiedAt} />
              <HistoryDetails objectKind="inspection" objectId={auditId} label={t('activity')} />
            </div>
          ),
        }}
        {...retry}
      />
      <LateViewer
        media={useViewerFiles(media, viewer.openId)}
        openId={viewer.openId}
        onMove={viewer.move}
        onClose={viewer.close}
        onShowItem={viewer.showItem}
      />
    </MediaOpenerContext>
  )
}

/** The open file is in the address: a link opens it, Back closes it, and steps between files add nothing to the history. */
function useViewerState() {
  const [openId, setOpenId] = useQueryState('media', parseAsString)
  const [, setTab] = useQueryState('tab', parseAsString)
  const wasPushed = useRef(false)
  useEffect(() => {
    if (openId === null) wasPushed.current = false
  }, [openId])
  const open = useCallback(
    (id: string) => {
      wasPushed.current = true
      void setOpenId(id, { history: 'push' })
    },
    [setOpenId],
  )
  return {
    openId,
    open,
    move: (id: string) => void setOpenId(id, { history: 'replace' }),
    close: () => {
      if (wasPushed.current) window.history.back()
      else void setOpenId(null, { history: 'replace' })
    },
    showItem: (anchor: string) => {
      void Promise.all([setOpenId(null, { history: 'replace' }), setTab(null, { history: 'replace' })]).then(() => {
        window.location.hash = anchor
        return undefined
      })
    },
  }
}

/** Shown when nothing could be loaded: an unknown id, or an error that can be retried. */
function Failed({ auditId, ...retry }: Retry & { auditId: string }) {
  const t = useTranslations('inspections.page')
  const problem = describeError(retry.error).code
  if (problem === 'not_found' || problem === 'invalid') {
    return (
      <>
        <h1 className="sr-only">{t('notFound.title')}</h1>
        <EmptyState
          icon={FileQuestion}
          title={t('notFound.title')}
          action={<ButtonLink href="/inspections">{t('actions.all')}</ButtonLink>}
        >
          {t.rich('notFound.text', {
            id: auditId,
            code,
          })}
        </EmptyState>
      </>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} />
      <ErrorNotice title={t('notLoaded')} {...retry} />
    </div>
  )
}
