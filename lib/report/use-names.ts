import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { namesIn, type ReportNames } from './names-model'

/** The names of what has none in a document, in the person's language. */
export function useReportNames(): ReportNames {
  const t = useTranslations('reportNames')
  return useMemo(() => namesIn(t), [t])
}
