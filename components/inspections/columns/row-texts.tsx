'use client'

import { useLocale, useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { hidden } from '@/components/ui/rich-text'
import type { ColumnId } from '@/lib/inspections/columns'
import type { InspectionResult, InspectionRow } from '@/lib/inspections/schema'
import { intlTag } from '@/lib/messages/languages'
import type { ReviewState } from '@/lib/review/schema'

/** The texts of rows. Written once for the list, because rows are rendered while people scroll. */
export interface RowTexts {
  loading: string
  missing: string
  problem: string
  previousVersion: string
  archived: string
  results: Readonly<Record<InspectionResult, string>>
  reviews: Readonly<Record<ReviewState, { current: string; changedSince: string }>>
  /** The title of a row, or a placeholder if it has none. */
  title: (row: InspectionRow) => string
  documentProblem: (problem: string) => string
  /** `3`, and "failed" for screen readers. */
  failed: (count: number) => ReactNode
  column: (id: ColumnId) => string
  number: (count: number) => string
}

const RowTextsContext = createContext<RowTexts | null>(null)

export function RowTextsProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('inspections.row')
  const columnText = useTranslations('inspections.columns')
  const language = useLocale()
  const texts = useMemo((): RowTexts => {
    const tag = intlTag(language)
    const number = new Intl.NumberFormat(tag)
    const [untitled, waiting, failing] = [t('untitled'), t('waiting'), t('failing')]
    return {
      loading: t('loading'),
      missing: t('missing'),
      problem: t('problem'),
      previousVersion: t('previousVersion'),
      archived: t('archived'),
      results: {
        failed: t('results.failed'),
        passed: t('results.passed'),
        'in-progress': t('results.inProgress'),
      },
      reviews: {
        unreviewed: { current: t('reviews.unreviewed'), changedSince: t('changedReviews.unreviewed') },
        reviewed: { current: t('reviews.reviewed'), changedSince: t('changedReviews.reviewed') },
        'follow-up': { current: t('reviews.followUp'), changedSince: t('changedReviews.followUp') },
      },
      title: (row) => {
        if (row.title !== null && row.title.trim() !== '') return row.title
        if (row.hydrated) return untitled
        return row.problem === null ? waiting : failing
      },
      documentProblem: (problem) => t('documentProblem', { problem }),
      failed: (count) => t.rich('failed', { count, hidden }),
      column: (id) => columnText(id),
      number: (count) => number.format(count),
    }
  }, [t, columnText, language])
  return <RowTextsContext value={texts}>{children}</RowTextsContext>
}

/** The texts of rows, for components inside of `RowTextsProvider`. */
export function useRowTexts(): RowTexts {
  const texts = use(RowTextsContext)
  if (texts === null) throw new Error('Rows need RowTextsProvider around them')
  return texts
}
