'use client'

import { Printer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ComponentType, type ReactNode, useMemo, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { Time } from '@/components/ui/dates/time'
import type { ViewerMedia } from '@/lib/media/schema'
import type { ReportAnswer } from '@/lib/report/schema'
import { noRecurrences, PaperContext, ReportContext, type ReportContextValue, scoredBy } from './context'
import { useFailureJumps } from './find/use-failure-jumps'
import { useFind } from './find/use-find'
import { MissingPictures, PrintNote, PrintProgress } from './print-note'
import { RawView } from './raw-view'
import { ReportHeader } from './report-header'
import { ReportTab } from './report-tab'
import { usePrint } from './use-print'
import { useReportView } from './use-report-view'

/** What other features add to the screen. The page passes it, because a report knows none of them. */
export interface ReportSlots {
  /** In the header: what changed since the person last saw the report. */
  hint?: ReactNode
  /** Marks and shows the review. */
  review?: ReactNode
  /** Buttons of the header, before those of the report itself. */
  actions?: ReactNode
  /** Content of the tab with the files. */
  media?: ReactNode
  /** Content of the tab between Media and Raw. */
  changes?: ReactNode
}

export interface ReportScreenProps {
  answer: ReportAnswer
  /** Number of files that this view of the report has. */
  mediaCount: number
  /** Every file by id, hidden ones included. */
  mediaById: ReadonlyMap<string, ViewerMedia>
  Thumb: ComponentType<{ media: ViewerMedia; large?: boolean }>
  recurrences?: ReportContextValue['recurrences']
  slots?: ReportSlots
  /** Why the latest refresh failed, if it did. */
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

const noSlots: ReportSlots = {}

/** A report with its tabs. The address decides what is shown, and how. */
export function ReportScreen({
  answer,
  mediaCount,
  mediaById,
  Thumb,
  recurrences = noRecurrences,
  slots = noSlots,
  error,
  onRetry,
  isRetrying,
}: ReportScreenProps) {
  const t = useTranslations('report')
  const groups = useTranslations('shell.shortcutGroups')
  const { report, auditId, modifiedAt, stale } = answer
  const itemByKey = useMemo(() => new Map(report.items.map((item) => [item.key, item])), [report])
  const context = useMemo(
    () => ({ scored: scoredBy(report), itemByKey, recurrences, mediaById, Thumb }),
    [report, itemByKey, recurrences, mediaById, Thumb],
  )
  const screen = useRef<HTMLDivElement>(null)
  const print = usePrint(screen, { label: t('shortcuts.print'), group: groups('inspection') })
  const view = useReportView(report, itemByKey)
  const { layout } = view
  const isOnScreen = view.tab === 'report'
  // Outside of the tab, so that they stay while another tab is open.
  const jumps = useFailureJumps(layout.failedKeys, isOnScreen)
  const body = useRef<HTMLDivElement>(null)
  const find = useFind({ root: body, items: itemByKey, layout, isOnScreen })

  return (
    <PaperContext value={print.isPreparing}>
      <ReportContext value={context}>
        <div ref={screen} className="flex flex-col gap-4">
          <ReportHeader
            report={report}
            auditId={auditId}
            hint={slots.hint}
            review={slots.review}
            actions={
              <>
                {slots.actions}
                <Button icon={Printer} onClick={print.start} busy={print.isPreparing} className="max-sm:px-2">
                  {/* So that all buttons fit into one line on a phone. */}
                  <span className="max-sm:sr-only">{t('actions.print')}</span>
                </Button>
              </>
            }
          />
          <PrintNote modifiedAt={modifiedAt} mode={view.mode} />
          <MissingPictures print={print} />
          <PrintProgress print={print} />
          <ReadProblem
            error={error}
            staleReason={stale?.reason ?? null}
            modifiedAt={modifiedAt}
            onRetry={onRetry}
            isRetrying={isRetrying}
          />
          <Tabs value={view.tab} onValueChange={view.setTab}>
            <TabList label={t('tabs.label')} className="print:hidden">
              <Tab value="report">{t('tabs.report')}</Tab>
              <Tab value="media" count={mediaCount}>
                {t('tabs.media')}
              </Tab>
              {slots.changes !== undefined && <Tab value="changes">{t('tabs.changes')}</Tab>}
              <Tab value="raw">{t('tabs.raw')}</Tab>
            </TabList>
            <TabPanel value="report" className="pt-4 outline-none">
              <ReportTab report={report} view={view} jumps={jumps} find={find} bodyRef={body} />
            </TabPanel>
            <TabPanel value="media" className="pt-4 outline-none">
              {slots.media}
            </TabPanel>
            {slots.changes !== undefined && (
              <TabPanel value="changes" className="pt-4 outline-none">
                {slots.changes}
              </TabPanel>
            )}
            <TabPanel value="raw" className="pt-4 outline-none">
              <RawView auditId={auditId} modifiedAt={modifiedAt} />
            </TabPanel>
          </Tabs>
        </div>
      </ReportContext>
    </PaperContext>
  )
}

interface ReadProblemProps {
  error: unknown
  /** Why an older version is shown; null for the latest version. */
  staleReason: string | null
  modifiedAt: string
  onRetry: () => void
  isRetrying: boolean
}

/** Says that the refresh failed, or that an older version is shown. */
function ReadProblem({ error, staleReason, modifiedAt, onRetry, isRetrying }: ReadProblemProps) {
  const t = useTranslations('report')
  if (error !== null && error !== undefined) {
    return (
      <ErrorNotice
        tone="attention"
        error={error}
        title={t('readFailed')}
        kept={t('readFailedKept')}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    )
  }
  if (staleReason === null) return null
  return (
    <output className="flex flex-wrap items-center gap-3 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
      <span className="min-w-0 flex-1 basis-60">
        <span className="font-medium">{t.rich('olderVersion', { time: () => <Time value={modifiedAt} /> })}</span>{' '}
        {staleReason}
      </span>
      <Button size="sm" onClick={onRetry} busy={isRetrying}>
        {t('actions.retry')}
      </Button>
    </output>
  )
}
