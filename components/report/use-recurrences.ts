'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { findRecurrences } from '@/lib/report/failures-model'
import { reportQueries } from '@/lib/report/queries'
import type { Report } from '@/lib/report/schema'
import { noRecurrences, type ReportContextValue } from './context'

/** How often the failed questions of a report failed in the inspections before. Sends no request when none failed. */
export function useRecurrences(auditId: string, report: Report): ReportContextValue['recurrences'] {
  const { data } = useQuery({ ...reportQueries.earlier(auditId), enabled: report.failedCount > 0, retry: false })
  return useMemo(() => (data === undefined ? noRecurrences : findRecurrences(report, data)), [report, data])
}
