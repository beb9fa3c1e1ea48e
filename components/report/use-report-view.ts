'use client'

import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { Report, ReportItem, ReportSection } from '@/lib/report/schema'
import { firstMode, layOut, type ReportLayout, type ViewMode, viewModes } from '@/lib/report/view'
import type { OutlineOrder } from './outline'
import { dropTarget, useTargetItem } from './use-target-item'

const tabs = ['report', 'media', 'changes', 'raw'] as const
const orders = ['filled', 'points-lost'] as const

/** The part of the view that is kept in the address. */
const viewState = {
  tab: parseAsStringLiteral(tabs).withDefault('report'),
  /** If the address has none, the report decides. */
  show: parseAsStringLiteral(viewModes),
  sections: parseAsStringLiteral(orders).withDefault('filled'),
  skipped: parseAsBoolean.withDefault(false),
}

/** Which parts of a report are shown, and how. */
export interface ReportView {
  tab: (typeof tabs)[number]
  setTab: (tab: string) => void
  mode: ViewMode
  setMode: (mode: ViewMode) => void
  showHidden: boolean
  setShowHidden: (show: boolean) => void
  /** Shows everything. */
  showAll: () => void
  order: OutlineOrder
  setOrder: (order: OutlineOrder) => void
  layout: ReportLayout
  /** Sections of the outline. */
  sections: readonly ReportSection[]
  /** Keys of the sections that the view shows. */
  present: ReadonlySet<string>
  hiddenCount: number
  /** The item that the address points at; null without one. */
  targetKey: string | null
  /** Whether the address points at an item that this version does not have. */
  isTargetMissing: boolean
}

/** The view that the address asks for. A link to an item shows the item even if the view would hide it. */
export function useReportView(report: Report, itemByKey: ReadonlyMap<string, ReportItem>): ReportView {
  const [view, setView] = useQueryStates(viewState)
  const targetKey = useTargetItem(view.tab === 'report')
  const target = targetKey === null ? undefined : itemByKey.get(targetKey)
  const first = firstMode(report)
  const wanted = view.show ?? first
  const mode = wanted === 'failed-only' && target !== undefined && !target.failed ? 'filled' : wanted
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
  return {
    tab: view.tab,
    setTab: (tab) => void setView({ tab: tabs.find((each) => each === tab) ?? null }),
    mode,
    setMode: (show) => {
      dropTarget()
      void setView({ show: show === first ? null : show })
    },
    showHidden,
    setShowHidden: (skipped) => {
      dropTarget()
      void setView({ skipped })
    },
    showAll: () => void setView({ show: first === 'filled' ? null : 'filled', skipped: true }),
    order: view.sections,
    setOrder: (order) => void setView({ sections: order }),
    layout,
    sections,
    present,
    hiddenCount,
    targetKey,
    isTargetMissing: targetKey !== null && target === undefined,
  }
}
