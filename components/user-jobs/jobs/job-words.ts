import type { Tone } from '@/components/ui/badge'
import { formatCount } from '@/lib/browser/numbers'
import type { UserJobFilter } from '@/lib/user-jobs/queries'
import type { ElsewhereJob, UserJobKind, UserJobPhase, UserJobSummary } from '@/lib/user-jobs/schema'

/** "1 user", "9,880 users" */
export function countUsers(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'user' : 'users'}`
}

export const kindWords: Record<UserJobKind, string> = { check: 'Check', run: 'Run' }

const runPhases: Record<UserJobPhase, string> = {
  sending: 'Sending',
  starting: 'Starting',
  validating: 'Validating',
  executing: 'Executing',
  validated: 'Validated',
  completed: 'Completed',
  errored: 'Ended by an error',
  cancelled: 'Cancelled',
  unknown: 'Not known',
}
const checkPhases: Partial<Record<UserJobPhase, string>> = { validating: 'Checking', validated: 'Checked' }

/** The state of a job in one word. A check that has ended is "Checked", never "Completed". */
export function namePhase(phase: UserJobPhase, kind: UserJobKind): string {
  if (kind === 'check' && phase === 'completed') return 'Checked'
  return (kind === 'check' ? checkPhases[phase] : undefined) ?? runPhases[phase]
}

export function hasEnded({ finishedAt }: Pick<UserJobSummary, 'finishedAt'>): boolean {
  return finishedAt !== null
}

/** Users that the service has confirmed to be as requested; in a check, that they would be. */
export function countDone({ rows }: Pick<UserJobSummary, 'rows'>): number {
  return rows.ok + rows.warned
}

/** Users of whom nothing more is expected. */
export function countSettled({ rows }: Pick<UserJobSummary, 'rows'>): number {
  return rows.ok + rows.warned + rows.failed + rows.cancelled
}

/** The state of a job, always with numbers: "Completed: 9,843 of 9,880, 37 failed". */
export function describeJob(job: UserJobSummary): string {
  if (job.phase === 'cancelled') return describeCancelled(job)
  const { kind, phase, rows, total, sent } = job
  const name = namePhase(phase, kind)
  const done = countDone(job)
  if (!hasEnded(job) && done + rows.failed === 0) {
    if (phase === 'sending') return `${name}: ${formatCount(sent)} of ${formatCount(total)} sent`
    if (phase === 'unknown') return `${name}: an answer about ${countUsers(total)} was lost`
    return `${name}: ${formatCount(done)} of ${formatCount(total)}`
  }
  const isCheck = kind === 'check'
  const parts = [`${formatCount(done)} of ${formatCount(total)}${isCheck ? ' fit' : ''}`]
  if (rows.warned > 0) parts.push(`${formatCount(rows.warned)} of them with warnings`)
  if (rows.failed > 0) parts.push(`${formatCount(rows.failed)} ${isCheck ? 'would fail' : 'failed'}`)
  if (rows.unknown > 0) parts.push(`${formatCount(rows.unknown)} not known`)
  const open = rows.waiting + rows.sent
  if (hasEnded(job) && open > 0) parts.push(`${formatCount(open)} without a result`)
  return `${name}: ${parts.join(', ')}`
}

/** Whether the request to cancel a job came when all of its users were done. */
export function isCancelledTooLate({ phase, rows }: Pick<UserJobSummary, 'phase' | 'rows'>): boolean {
  return phase === 'cancelled' && rows.cancelled + rows.waiting + rows.sent === 0
}

/** "Cancelled: 1,200 created, 2,800 not sent", "Cancelled too late: all 4,000 users were created" */
function describeCancelled(job: UserJobSummary): string {
  const { kind, rows, total, sent } = job
  const done = countDone(job)
  const verb = kind === 'check' ? 'checked' : done > 0 && job.outcomes['created'] === done ? 'created' : 'imported'
  const problems = [
    { count: rows.failed, word: kind === 'check' ? 'would fail' : 'failed' },
    { count: rows.unknown, word: 'unknown' },
  ]
  const open = rows.cancelled + rows.waiting + rows.sent
  const notSent = Math.min(open, Math.max(0, total - sent))
  const rest = [
    { count: notSent, word: 'not sent' },
    { count: open - notSent, word: `not ${verb}` },
  ]
  const tell = (counts: typeof rest) =>
    counts.filter(({ count }) => count > 0).map(({ count, word }) => `${formatCount(count)} ${word}`)
  if (!isCancelledTooLate(job))
    return `Cancelled: ${[`${formatCount(done)} ${verb}`, ...tell(problems), ...tell(rest)].join(', ')}`
  const all =
    done === total
      ? `${total === 1 ? 'the user was' : `all ${countUsers(total)} were`} ${verb}`
      : `${formatCount(done)} of ${countUsers(total)} were ${verb}`
  return `Cancelled too late: ${[all, ...tell(problems)].join(', ')}`
}

/** The colour and icon of a job: good only when all of it is. */
export function toneOfJob(job: UserJobSummary): Tone {
  const { phase, rows, total } = job
  if (phase === 'unknown') return 'unknown'
  if (!hasEnded(job)) return 'accent'
  if (phase === 'errored' || rows.failed > 0) return 'bad'
  if (rows.unknown > 0) return 'unknown'
  if (phase === 'cancelled') return 'attention'
  if (countDone(job) < total) return 'unknown'
  return rows.warned > 0 ? 'attention' : 'good'
}

/** What the tab says: how far it is, or how it has ended. The mark is never alone: "✓ 9,843 of 9,880". */
export function writeTabTitle(job: UserJobSummary): string {
  const { phase, kind, total, sent } = job
  const numbers = `${formatCount(countDone(job))} of ${formatCount(total)}`
  if (hasEnded(job)) {
    const mark = phase === 'completed' || phase === 'validated' ? '✓' : phase === 'unknown' ? '?' : '✕'
    return `${mark} ${numbers}`
  }
  if (phase === 'sending') return `${formatCount(sent)} of ${formatCount(total)} sent`
  return `${formatCount(countSettled(job))} of ${formatCount(total)} ${namePhase(phase, kind).toLowerCase()}`
}

/** The state of a job that was started elsewhere, with the numbers that the service returns. */
export function describeElsewhere({ phase, isCheck, total, failed, state }: ElsewhereJob): string {
  const name = phase === 'unknown' ? (state ?? 'State not told') : namePhase(phase, isCheck === true ? 'check' : 'run')
  if (total === null) return failed === null ? `${name}: no numbers told` : `${name}: ${formatCount(failed)} failed`
  if (failed === null) return `${name}: ${countUsers(total)}, failures not told`
  return `${name}: ${countUsers(total)}, ${formatCount(failed)} ${isCheck === true ? 'would fail' : 'failed'}`
}

/**
 * Whether more is expected of a job that was started elsewhere. `maybe`: what is told may be the end of a check or a moment
 * of a run, or is a word that the console does not know.
 */
export function isElsewhereOpen({ phase, isCheck }: Pick<ElsewhereJob, 'phase' | 'isCheck'>): boolean | 'maybe' {
  if (phase === 'completed' || phase === 'errored' || phase === 'cancelled') return false
  if (phase === 'validated') return isCheck === null ? 'maybe' : !isCheck
  return phase === 'unknown' ? 'maybe' : true
}

export function toneOfElsewhere({ phase, failed }: ElsewhereJob): Tone {
  if (phase === 'errored' || (failed !== null && failed > 0)) return 'bad'
  if (phase === 'unknown') return 'unknown'
  if (phase === 'completed' || phase === 'validated') return failed === 0 ? 'good' : 'neutral'
  return phase === 'cancelled' ? 'neutral' : 'accent'
}

const outcomeWords: Record<string, string> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  valid: 'Fit',
}
const outcomeOrder = Object.keys(outcomeWords)

/** "Created"; a word that the console does not know is shown as it is. */
export function nameOutcome(outcome: string): string {
  return outcomeWords[outcome] ?? outcome
}

export interface Figure {
  name: string
  count: number
  tone: Tone
}

/** The numbers of a job by outcome. Together they are all its users; warnings are counted separately, because they overlap with the others. */
export function listFigures(job: UserJobSummary): Figure[] {
  const { rows, outcomes, kind } = job
  const isCheck = kind === 'check'
  const known = Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => rankOf(a) - rankOf(b) || a.localeCompare(b))
  const untold = Math.max(0, countDone(job) - known.reduce((sum, [, count]) => sum + count, 0))
  const figures: Figure[] = known.map(([outcome, count]) => ({
    name: nameOutcome(outcome).toLowerCase(),
    count,
    tone: outcome === 'unchanged' ? 'neutral' : 'good',
  }))
  if (untold > 0 || figures.length === 0)
    figures.push({
      name: isCheck ? 'fit' : known.length === 0 ? 'done' : 'done, how not told',
      count: untold,
      tone: 'good',
    })
  const more: Figure[] = [
    { name: isCheck ? 'would fail' : 'failed', count: rows.failed, tone: 'bad' },
    { name: 'not known', count: rows.unknown, tone: 'unknown' },
    { name: 'cancelled', count: rows.cancelled, tone: 'neutral' },
    { name: 'sent, no result yet', count: rows.sent, tone: 'neutral' },
    { name: 'waiting', count: rows.waiting, tone: 'neutral' },
  ]
  return [...figures, ...more.filter(({ count }) => count > 0)]
}

function rankOf(outcome: string): number {
  const at = outcomeOrder.indexOf(outcome)
  return at === -1 ? outcomeOrder.length : at
}

/** States as a person asks for them, with the phases that each is. */
export const phaseGroups = {
  open: { label: 'Under way', phases: ['sending', 'starting', 'validating', 'executing'] },
  completed: { label: 'Completed', phases: ['completed'] },
  validated: { label: 'Checked', phases: ['validated'] },
  errored: { label: 'Ended by an error', phases: ['errored'] },
  cancelled: { label: 'Cancelled', phases: ['cancelled'] },
  unknown: { label: 'Not known', phases: ['unknown'] },
} as const satisfies Record<string, { label: string; phases: readonly UserJobPhase[] }>
export const phaseGroupNames = [
  'open',
  'completed',
  'validated',
  'errored',
  'cancelled',
  'unknown',
] as const satisfies ReadonlyArray<keyof typeof phaseGroups>
export type PhaseGroupName = (typeof phaseGroupNames)[number]

/** What the list is asked for. Server and browser make the same of the same address. */
export function askForJobs(phase: PhaseGroupName | null, kind: UserJobKind | null): UserJobFilter {
  return { phase: phase === null ? [] : phaseGroups[phase].phases, ...(kind === null ? {} : { kind }) }
}
