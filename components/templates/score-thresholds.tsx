'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { templateQueries } from '@/lib/templates/queries'
import type { ScoreThresholds, TemplateThresholds } from '@/lib/templates/schema'

const ThresholdsContext = createContext<ReadonlyMap<string, ScoreThresholds>>(new Map())

/** Gives every score inside the thresholds of its template. `initial`: the thresholds that were sent with the page. */
export function ScoreThresholdsProvider({ initial, children }: { initial: TemplateThresholds; children: ReactNode }) {
  const { data } = useQuery({ ...templateQueries.thresholds(), initialData: initial })
  const byTemplate = useMemo(
    () => new Map(data.templates.map(({ templateId, thresholds }) => [templateId, thresholds])),
    [data],
  )
  return <ThresholdsContext value={byTemplate}>{children}</ThresholdsContext>
}

/** The thresholds of a template; undefined when it has the defaults. */
export function useThresholds(templateId: string | null): ScoreThresholds | undefined {
  const byTemplate = useContext(ThresholdsContext)
  return templateId === null ? undefined : byTemplate.get(templateId)
}
