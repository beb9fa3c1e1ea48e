import type { Tone } from '@/components/ui/badge'
import { formatCount } from '@/lib/browser/numbers'
import type { ExportFileState, ExportFormat, ExportJobSummary } from '@/lib/exports/schema'

export const formatNames: Record<ExportFormat, string> = { pdf: 'PDF', word: 'Word' }

export const stateWords: Record<ExportFileState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  starting: { label: 'Starting', tone: 'neutral' },
  running: { label: 'Being made', tone: 'accent' },
  ready: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  unknown: { label: 'Not known', tone: 'unknown' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

const counted = [
  ['ready', 'ready'],
  ['failed', 'failed'],
  ['unknown', 'not known'],
  ['cancelled', 'cancelled'],
] as const

/** How a job stands: "12 of 40 ready, 2 failed". */
export function describeJob(job: ExportJobSummary): string {
  const { total, open, ready } = job
  if (total === 1) return job.single === null ? '' : stateWords[job.single.state].label
  if (ready === total) return `All ${formatCount(total)} ready`
  const ends = counted.flatMap(([name, word]) =>
    name !== 'ready' && job[name] > 0 ? [`${formatCount(job[name])} ${word}`] : [],
  )
  if (open > 0) ends.push(`${formatCount(open)} to go`)
  return [`${formatCount(ready)} of ${formatCount(total)} ready`, ...ends].join(', ')
}

/** The colour and icon that a job's state has. */
export function toneOfJob({ open, failed, unknown, cancelled, ready, total }: ExportJobSummary): Tone {
  if (open > 0) return 'accent'
  if (failed > 0) return 'bad'
  if (unknown > 0) return 'unknown'
  if (cancelled > 0 || ready < total) return 'neutral'
  return 'good'
}

/** "1 document", "1,204 documents" */
export function countDocuments(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'document' : 'documents'}`
}
