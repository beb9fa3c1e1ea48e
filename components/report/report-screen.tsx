'use client'

import { Printer } from 'lucide-react'
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { type ComponentType, type ReactNode, useMemo, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { Time } from '@/components/ui/time'
import type { ViewerMedia } from '@/lib/media/schema'
import type { ReportAnswer } from '@/lib/report/schema'
import { layOut, viewModes } from '@/lib/report/view'
import { PaperContext, ReportContext } from './context'
import { FindBox } from './find/find-box'
import { MediaGallery } from './answers/media-gallery'
import { Oddities } from './answers/oddities'
import { Outline } from './outline'
import { RawView } from './raw-view'
import { ReportBody } from './report-body'
import { ReportHeader } from './report-header'
import { ReportToolbar } from './report-toolbar'
import { useFailureJumps } from './find/use-failure-jumps'
import { MissingPictures, PrintNote } from './print-note'
import { useFind } from './find/use-find'
import { usePrint } from './use-print'
import { dropTarget, useTargetItem } from './use-target-item'

const tabs = ['report', 'media', 'changes', 'raw'] as const
const orders = ['filled', 'points-lost'] as const

/** What of the view lives in the address. */
const viewState = {
  tab: parseAsStringLiteral(tabs).withDefault('report'),
  show: parseAsStringLiteral(viewModes).withDefault('filled'),
  sections: parseAsStringLiteral(orders).withDefault('filled'),
  skipped: parseAsBoolean.withDefault(false),
}

/** What other nouns add to the screen; given by the page, because a report knows none of them. */
export interface ReportSlots {
  /** A few words in the head: what changed since the person saw it. */
  hint?: ReactNode
  /** Marks and shows the review. */
  review?: ReactNode
  /** Buttons of the head, before those of the report itself. */
  actions?: ReactNode
  /** Buttons over the files. */
  mediaActions?: ReactNode
  /** Content of the tab between Media and Raw. */
  changes?: ReactNode
}

export interface ReportScreenProps {
  answer: ReportAnswer
  /** Files to show: as many as the report has in this view. */
  media: readonly ViewerMedia[]
  /** Every file by id, hidden ones included. */
  mediaById: ReadonlyMap<string, ViewerMedia>
  Thumb: ComponentType<{ media: ViewerMedia; large?: boolean }>
  slots?: ReportSlots
  /** Why the latest try to read the report again failed, when it did. */
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

const noSlots: ReportSlots = {}

/** A report with its tabs. What is shown, and how, is in the address. */
export function ReportScreen({
  answer,
  media,
  mediaById,
  Thumb,
  slots = noSlots,
  error,
  onRetry,
  isRetrying,
}: ReportScreenProps) {
  const { report, auditId, modifiedAt, stale } = answer
  const [view, setView] = useQueryStates(viewState)
  const itemByKey = useMemo(() => new Map(report.items.map((item) => [item.key, item])), [report])
  const screen = useRef<HTMLDivElement>(null)
  const print = usePrint(screen, { label: 'Print the report', group: 'Inspection' })
  const context = useMemo(() => ({ itemByKey, mediaById, Thumb }), [itemByKey, mediaById, Thumb])
  const targetKey = useTargetItem(view.tab === 'report')
  const target = targetKey === null ? undefined : itemByKey.get(targetKey)
  // A link to an item shows it, also when this view would leave it out.
  const mode = view.show === 'failed-only' && target !== undefined && !target.failed ? 'filled' : view.show
  const showHidden = view.skipped || (target !== undefined && target.hidden !== null)
  const layout = useMemo(() => layOut(report, { mode, showHidden }), [report, mode, showHidden])
  const sections = useMemo(
    () => report.sections.filter((section) => !section.hidden || showHidden),
    [report, showHidden],
  )
  const present = useMemo(
    () =>
      new Set(layout.blocks.flatMap((block) => (block.section === null || block.isContinued ? [] : block.section.key))),
    [layout],
  )
  const hiddenCount = useMemo(() => report.items.filter((item) => item.hidden !== null).length, [report])
  const isReportOpen = view.tab === 'report'
  const jumps = useFailureJumps(layout.failedKeys, isReportOpen)
  const body = useRef<HTMLDivElement>(null)
  const find = useFind({ root: body, items: itemByKey, layout, isOnScreen: isReportOpen })

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
                  {/* So that all fit in one line of a phone. */}
                  <span className="max-sm:sr-only">Print</span>
                </Button>
              </>
            }
          />
          <PrintNote modifiedAt={modifiedAt} mode={mode} />
          <MissingPictures print={print} />
          {error !== null && error !== undefined ? (
            <ErrorNotice
              tone="attention"
              error={error}
              title="The report could not be read again"
              kept="What you see is from before and is kept."
              onRetry={onRetry}
              isRetrying={isRetrying}
            />
          ) : (
            stale !== null && (
              <StaleNotice reason={stale.reason} modifiedAt={modifiedAt} onRetry={onRetry} isRetrying={isRetrying} />
            )
          )}
          <Tabs
            value={view.tab}
            onValueChange={(tab) => void setView({ tab: tabs.find((each) => each === tab) ?? null })}
          >
            <TabList label="Parts of the inspection" className="print:hidden">
              <Tab value="report">Report</Tab>
              <Tab value="media" count={media.length}>
                Media
              </Tab>
              {slots.changes !== undefined && <Tab value="changes">Changes</Tab>}
              <Tab value="raw">Raw</Tab>
            </TabList>
            <TabPanel value="report" className="pt-4 outline-none">
              <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(12rem,16rem)_minmax(0,1fr)] print:block">
                <div className={sections.length < 2 ? 'hidden' : 'min-w-0 print:hidden'}>
                  <Outline
                    sections={sections}
                    order={view.sections}
                    onOrderChange={(order) => void setView({ sections: order })}
                    present={present}
                  />
                </div>
                <div className={sections.length < 2 ? 'min-w-0 space-y-4 lg:col-span-2' : 'min-w-0 space-y-4'}>
                  <ReportToolbar
                    mode={mode}
                    onModeChange={(show) => {
                      dropTarget()
                      void setView({ show })
                    }}
                    failedCount={layout.failedKeys.length}
                    position={jumps.position}
                    onJump={jumps.jump}
                    hiddenCount={hiddenCount}
                    showHidden={showHidden}
                    onShowHiddenChange={(skipped) => {
                      dropTarget()
                      void setView({ skipped })
                    }}
                    find={
                      <FindBox
                        find={find}
                        isOnScreen={isReportOpen}
                        onShowAll={() => void setView({ show: 'filled', skipped: true })}
                      />
                    }
                  />
                  {targetKey !== null && target === undefined && <MissingTarget />}
                  <Oddities oddities={report.oddities} />
                  <div ref={body}>
                    <ReportBody layout={layout} mode={mode} targetKey={targetKey} />
                  </div>
                </div>
              </div>
            </TabPanel>
            <TabPanel value="media" className="pt-4 outline-none">
              <MediaGallery media={media} actions={slots.mediaActions} />
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

/** The link names an item that this version does not have. */
function MissingTarget() {
  return (
    <output className="block rounded border border-attention/30 bg-attention-soft p-3 text-sm print:hidden">
      The link points at an item that is not in this version of the inspection. This is the whole report.
    </output>
  )
}

interface StaleNoticeProps {
  reason: string
  modifiedAt: string
  onRetry: () => void
  isRetrying: boolean
}

function StaleNotice({ reason, modifiedAt, onRetry, isRetrying }: StaleNoticeProps) {
  return (
    <output className="flex flex-wrap items-center gap-3 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
      <span className="min-w-0 flex-1 basis-60">
        <span className="font-medium">
          This is the version of <Time value={modifiedAt} />.
        </span>{' '}
        {reason}
      </span>
      <Button size="sm" onClick={onRetry} busy={isRetrying}>
        Try again
      </Button>
    </output>
  )
}
