import type { Tone } from '@/components/ui/badge'
import type { ExportFileState, ExportJobSummary } from '@/lib/exports/schema'
import type { Translator } from '@/lib/messages/translator'

export const stateTones: Readonly<Record<ExportFileState, Tone>> = {
  waiting: 'neutral',
  starting: 'neutral',
  running: 'accent',
  ready: 'good',
  failed: 'bad',
  unknown: 'unknown',
  cancelled: 'neutral',
}

/** The state of a job: "12 of 40 ready, 2 failed". */
export function describeJob(t: Translator<'exports'>, job: ExportJobSummary): string {
  const { total, ready, failed, unknown, cancelled, open } = job
  if (total === 1) return job.single === null ? '' : t(`state.${job.single.state}`)
  return ready === total
    ? t('summary.all', { total })
    : t('summary.some', { ready, total, failed, unknown, cancelled, open })
}

/** What a job exports: the title of its only inspection, or the number of its documents. */
export function titleOfJob(t: Translator<'exports'>, { single, total, format }: ExportJobSummary): string {
  if (single === null) return t(`documents.${format}`, { count: total })
  return single.title ?? single.auditId
}

/** The tone of the badge of a job. */
export function toneOfJob({ open, failed, unknown, cancelled, ready, total }: ExportJobSummary): Tone {
  if (open > 0) return 'accent'
  if (failed > 0) return 'bad'
  if (unknown > 0) return 'unknown'
  if (cancelled > 0 || ready < total) return 'neutral'
  return 'good'
}
