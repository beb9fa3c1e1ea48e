'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Columns2, Printer, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useEffect, useMemo, useRef, useState } from 'react'
import { PaperContext } from '@/components/report/context'
import { MissingPictures, PrintProgress } from '@/components/report/print-note'
import { usePrint } from '@/components/report/use-print'
import { Button, IconButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import type { ViewerMedia } from '@/lib/media/schema'
import type { Translator } from '@/lib/messages/translator'
import { diffReports } from '@/lib/compare/diff'
import { leaveOutTitlePage } from '@/lib/compare/title-page-model'
import { titleOf } from '@/lib/report/names-model'
import { reportQueries } from '@/lib/report/queries'
import type { ReportAnswer } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import { listViewerMedia } from '@/lib/report/view'
import { CompareBody } from './compare-body'
import { ComparePicker } from './compare-picker'
import { CompareSide } from './compare-side'
import { shows } from './compare-toolbar'
import type { SideFiles } from './photos/photo-pairs'
import type { Near } from './use-offers'

const address = {
  a: parseAsString,
  b: parseAsString,
  show: parseAsStringLiteral(shows).withDefault('all'),
  unchanged: parseAsBoolean.withDefault(false),
  titlePage: parseAsBoolean.withDefault(false),
}

/** Two inspections side by side. The address decides which two, and which differences are shown. */
export function CompareView() {
  const t = useTranslations('compare')
  const names = useReportNames()
  const [state, setState] = useQueryStates(address)
  const [choosing, setChoosing] = useState<'a' | 'b' | null>(null)
  const a = useQuery({ ...reportQueries.report(state.a ?? ''), enabled: state.a !== null })
  const b = useQuery({ ...reportQueries.report(state.b ?? ''), enabled: state.b !== null })
  const sides = { a: state.a === null ? undefined : a.data, b: state.b === null ? undefined : b.data }
  const isReady = sides.a !== undefined && sides.b !== undefined
  const page = useRef<HTMLDivElement>(null)
  const print = usePrint(page, {
    label: t('shortcuts.print'),
    group: t('shortcuts.group'),
    isReady,
  })
  useEffect(() => {
    const [left, right] = [sides.a, sides.b].map((side) => side && titleOf(side.report, names))
    const title = left === undefined || right === undefined ? t('title') : t('documentTitle', { left, right })
    document.title = `${title} · Sightline`
  }, [sides.a, sides.b, t, names])
  const other = choosing === 'a' ? sides.b : sides.a
  // Another pair has other files.
  const change = (next: Partial<typeof state>) => void setState({ ...next, unchanged: null })

  return (
    <PaperContext value={print.isPreparing}>
      <div ref={page} className="mx-auto w-full max-w-[100rem] space-y-4 p-4 sm:p-6 print:p-0">
        <PageHeader
          title={t('title')}
          actions={
            <div className="flex gap-2 print:hidden">
              <Button icon={Printer} onClick={print.start} busy={print.isPreparing} disabled={!isReady}>
                {t('actions.print')}
              </Button>
            </div>
          }
        />
        <MissingPictures print={print} />
        <PrintProgress print={print} />
        <div className="flex items-stretch gap-2 max-md:flex-col print:flex-row">
          <CompareSide name="A" auditId={state.a} query={a} onChoose={() => setChoosing('a')} />
          <div className="flex items-center justify-center print:hidden">
            <IconButton
              icon={ArrowLeftRight}
              label={t('actions.swap')}
              disabled={state.a === null && state.b === null}
              onClick={() => void setState({ a: state.b, b: state.a })}
              className="max-md:rotate-90"
            />
          </div>
          <CompareSide name="B" auditId={state.b} query={b} onChoose={() => setChoosing('b')} />
        </div>
        {state.a === null || state.b === null ? (
          <EmptyState icon={Columns2} title={t('choose.title')}>
            {t('choose.text')}
          </EmptyState>
        ) : sides.a === undefined || sides.b === undefined ? (
          a.error === null && b.error === null && <Skeleton className="h-64 w-full" />
        ) : (
          <Compared
            left={sides.a}
            right={sides.b}
            show={state.show}
            onShowChange={(show) => void setState({ show })}
            isUnchangedOpen={state.unchanged}
            onUnchangedOpenChange={(unchanged) => void setState({ unchanged })}
            withTitlePage={state.titlePage}
            onTitlePageChange={(titlePage) => void setState({ titlePage })}
          />
        )}
        <ComparePicker
          open={choosing !== null}
          onOpenChange={(open) => !open && setChoosing(null)}
          title={choosing === null ? t('choose.one') : t('choose.side', { side: choosing.toUpperCase() })}
          near={other === undefined ? null : describeNear(other)}
          exclude={[state.a, state.b].flatMap((id) => id ?? [])}
          onChoose={(row) => {
            if (choosing !== null) change({ [choosing]: row.auditId })
            setChoosing(null)
          }}
        />
      </div>
    </PaperContext>
  )
}

function describeNear({ auditId, report }: ReportAnswer): Near {
  return { auditId, templateId: report.templateId, templateName: report.templateName, siteName: report.site.name }
}

function Compared({
  left,
  right,
  withTitlePage,
  ...view
}: { left: ReportAnswer; right: ReportAnswer } & Pick<
  Parameters<typeof CompareBody>[0],
  'show' | 'onShowChange' | 'isUnchangedOpen' | 'onUnchangedOpenChange' | 'withTitlePage' | 'onTitlePageChange'
>) {
  const names = useReportNames()
  const isSameInspection = left.auditId === right.auditId
  const diff = useMemo(
    () =>
      diffReports(
        withTitlePage ? left.report : leaveOutTitlePage(left.report),
        withTitlePage ? right.report : leaveOutTitlePage(right.report),
        { areApart: !isSameInspection },
      ),
    [left.report, right.report, isSameInspection, withTitlePage],
  )
  const files = useMemo<SideFiles>(() => ({ left: filesOf(left), right: filesOf(right) }), [left, right])
  return (
    <>
      <Warning left={left} right={right} />
      <CompareBody
        diff={diff}
        files={files}
        isSameInspection={isSameInspection}
        titles={{ left: titleOf(left.report, names), right: titleOf(right.report, names) }}
        withTitlePage={withTitlePage}
        {...view}
      />
    </>
  )
}

function filesOf({ report, auditId }: ReportAnswer): ReadonlyMap<string, ViewerMedia> {
  return new Map(listViewerMedia(report, auditId, { showHidden: true, alwaysId: null }).map((file) => [file.id, file]))
}

/** Says why the comparison may be less complete than it looks. */
function Warning({ left, right }: { left: ReportAnswer; right: ReportAnswer }) {
  const text = describeWarning(useTranslations('compare.warning'), left, right)
  if (text === null) return null
  return (
    <output className="flex items-start gap-2 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
      <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </output>
  )
}

function describeWarning(t: Translator<'compare.warning'>, left: ReportAnswer, right: ReportAnswer): string | null {
  if (left.auditId === right.auditId) return t('same')
  const [one, other] = [left.report, right.report]
  if (one.templateId === other.templateId && one.templateId !== null) return null
  return t('templates', { left: one.templateName ?? t('unnamed'), right: other.templateName ?? t('unnamed') })
}
