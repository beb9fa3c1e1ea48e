import { type ComponentType, createContext, useContext } from 'react'
import type { ViewerMedia } from '@/lib/media/schema'
import type { Recurrence } from '@/lib/report/failures-model'
import type { Report, ReportItem } from '@/lib/report/schema'

/** The values that any part of a report may need. */
export interface ReportContextValue {
  /** What decides the meaning of scores. */
  scored: { templateId: string | null; isCompleted: boolean }
  itemByKey: ReadonlyMap<string, ReportItem>
  /** How often failed questions failed before, by the key of the item. */
  recurrences: ReadonlyMap<string, Recurrence>
  /** Files that may be shown, by id. */
  mediaById: ReadonlyMap<string, ViewerMedia>
  /** Shows a thumbnail of a file and opens it. The page passes this, because a report knows nothing about media. */
  Thumb: ComponentType<{ media: ViewerMedia; large?: boolean; eager?: boolean; alone?: boolean }>
}

/** Whether attachments are shown at their size on paper, because the page is about to be printed. */
export const PaperContext = createContext(false)

export const ReportContext = createContext<ReportContextValue | null>(null)

/** The report that a component is part of. */
export function useReport(): ReportContextValue {
  const value = useContext(ReportContext)
  if (value === null) throw new Error('A part of a report is drawn outside a report')
  return value
}

/** What decides the meaning of a report's scores. */
export function scoredBy({ templateId, completedAt }: Report): ReportContextValue['scored'] {
  return { templateId, isCompleted: completedAt !== null }
}

export const noRecurrences: ReportContextValue['recurrences'] = new Map()
