import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import type { Report } from '@/lib/report/schema'
import { Oddities } from './answers/oddities'
import { FindBox } from './find/find-box'
import type { FailureJumps } from './find/use-failure-jumps'
import type { Find } from './find/use-find'
import { Outline } from './outline'
import { ReportBody } from './report-body'
import { ReportToolbar } from './report-toolbar'
import type { ReportView } from './use-report-view'

/** The answers, with the outline beside them and the toolbar above. */
export function ReportTab({
  report,
  view,
  jumps,
  find,
  bodyRef,
}: {
  report: Report
  view: ReportView
  jumps: FailureJumps
  find: Find
  /** Receives the element that contains the answers. */
  bodyRef: RefObject<HTMLDivElement | null>
}) {
  const hasOutline = view.sections.length >= 2
  return (
    <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(12rem,16rem)_minmax(0,1fr)] print:block">
      <div className={hasOutline ? 'min-w-0 print:hidden' : 'hidden'}>
        <Outline sections={view.sections} order={view.order} onOrderChange={view.setOrder} present={view.present} />
      </div>
      <div className={hasOutline ? 'min-w-0 space-y-4' : 'min-w-0 space-y-4 lg:col-span-2'}>
        <ReportToolbar
          mode={view.mode}
          onModeChange={view.setMode}
          failedCount={view.layout.failedKeys.length}
          position={jumps.position}
          onJump={jumps.jump}
          hiddenCount={view.hiddenCount}
          showHidden={view.showHidden}
          onShowHiddenChange={view.setShowHidden}
          find={<FindBox find={find} isOnScreen={view.tab === 'report'} onShowAll={view.showAll} />}
        />
        {view.isTargetMissing && <MissingTarget />}
        <Oddities oddities={report.oddities} />
        <div ref={bodyRef}>
          <ReportBody layout={view.layout} mode={view.mode} targetKey={view.targetKey} />
        </div>
      </div>
    </div>
  )
}

/** Says that the link names an item that this version does not have. */
function MissingTarget() {
  const t = useTranslations('report')
  return (
    <output className="block rounded border border-attention/30 bg-attention-soft p-3 text-sm print:hidden">
      {t('missingItem')}
    </output>
  )
}
