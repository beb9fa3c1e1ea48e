import type { Tone } from '@/components/ui/badge'
import type { Translator } from '@/lib/messages/translator'
import type { UserJobFilter } from '@/lib/user-jobs/queries'
import type { ElsewhereJob } from '@/lib/user-jobs/elsewhere-schema'
import type { UserJobKind, UserJobPhase, UserJobSummary } from '@/lib/user-jobs/schema'

/**
 * States and numbers of jobs as text. The app shell needs them on every page, so their messages are not in `userJobs`.
 */
export type JobTexts = Translator<'userJobStates'>

/** The state of a job in one word. A dry run that has ended is "Tested", never "Completed". */
export const namePhase = (t: JobTexts, phase: UserJobPhase, kind: UserJobKind): string => t(`phases.${kind}.${phase}`)

export function hasEnded({ finishedAt }: Pick<UserJobSummary, 'finishedAt'>): boolean {
  return finishedAt !== null
}

/** Users that SafetyCulture has confirmed; in a dry run, users that it would accept. */
export function countDone({ rows }: Pick<UserJobSummary, 'rows'>): number {
  return rows.ok + rows.warned
}

/** Users whose result is final. */
export function countSettled({ rows }: Pick<UserJobSummary, 'rows'>): number {
  return rows.ok + rows.warned + rows.failed + rows.cancelled
}

/** The state of a job, always with numbers: "Completed: 9,843 of 9,880, 37 failed". */
export function describeJob(t: JobTexts, job: UserJobSummary): string {
  if (job.phase === 'cancelled') return describeCancelled(t, job)
  const { kind, phase, rows, total, sent } = job
  const state = namePhase(t, phase, kind)
  const done = countDone(job)
  if (!hasEnded(job) && done + rows.failed === 0) {
    if (phase === 'sending') return t('sending', { state, sent, total })
    return phase === 'unknown' ? t('lost', { state, total }) : t('progress', { state, done, total })
  }
  return t(kind, {
    state,
    ok: done,
    all: total,
    warn: rows.warned,
    bad: rows.failed,
    lost: rows.unknown,
    open: hasEnded(job) ? rows.waiting + rows.sent : 0,
  })
}

/** Whether the request to cancel a job arrived after all of its users were done. */
export function isCancelledTooLate({ phase, rows }: Pick<UserJobSummary, 'phase' | 'rows'>): boolean {
  return phase === 'cancelled' && rows.cancelled + rows.waiting + rows.sent === 0
}

/** "Canceled: 1,200 created, 2,800 not sent", "Canceled too late: all 4,000 users were created" */
function describeCancelled(t: JobTexts, job: UserJobSummary): string {
  const { kind, rows, total, sent } = job
  const done = countDone(job)
  const verb = kind === 'check' ? 'tested' : done > 0 && job.outcomes['created'] === done ? 'created' : 'imported'
  const problems = { failed: rows.failed, unknown: rows.unknown }
  if (isCancelledTooLate(job))
    return done === total ? t(`lateAll.${verb}`, { total }) : t(`late.${verb}`, { done, total, ...problems })
  const open = rows.cancelled + rows.waiting + rows.sent
  const unsent = Math.min(open, Math.max(0, total - sent))
  return t(`cancelled.${verb}`, { done, ...problems, unsent, rest: open - unsent })
}

/** The color and icon of a job. Positive only if all users succeeded. */
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

/** The title of the tab: progress or result. A symbol always has text beside it: "✓ 9,843 of 9,880". */
export function writeTabTitle(t: JobTexts, job: UserJobSummary): string {
  const { phase, kind, total, sent } = job
  if (hasEnded(job)) {
    const mark = phase === 'completed' || phase === 'validated' ? 'good' : phase === 'unknown' ? 'unknown' : 'bad'
    return t(`tab.${mark}`, { done: countDone(job), total })
  }
  if (phase === 'sending') return t('tab.sent', { sent, total })
  return t('tab.progress', { state: namePhase(t, phase, kind), done: countSettled(job), total })
}

/** The state of a job that was started elsewhere, with the numbers that SafetyCulture returns. */
export function describeElsewhere(t: JobTexts, { phase, isCheck, total, failed, state: word }: ElsewhereJob): string {
  const kind = isCheck === true ? 'check' : 'run'
  const state = phase === 'unknown' ? (word ?? t('elsewhere.unknown')) : namePhase(t, phase, kind)
  if (total === null) return failed === null ? t('elsewhere.none', { state }) : t('elsewhere.failed', { state, failed })
  return failed === null ? t('elsewhere.total', { state, total }) : t(`elsewhere.${kind}`, { state, total, failed })
}

/**
 * Whether a job that was started elsewhere is still running. `maybe`: the phase may be the end of a dry run or a step of an
 * import, or Sightline does not know it.
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

export const knownOutcomes = ['created', 'updated', 'unchanged', 'valid'] as const
const findOutcome = (outcome: string) => knownOutcomes.find((one) => one === outcome)

/** "Created". Unknown outcomes are shown unchanged. */
export function nameOutcome(t: JobTexts, outcome: string): string {
  const known = findOutcome(outcome)
  return known === undefined ? outcome : t(`outcomes.${known}`)
}

export interface Figure {
  name: string
  count: number
  tone: Tone
}

/** The numbers of a job by outcome. They add up to all its users; warnings overlap with them and are counted separately. */
export function listFigures(t: JobTexts, job: UserJobSummary): Figure[] {
  const { rows, outcomes, kind } = job
  const isCheck = kind === 'check'
  const known = Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => rankOf(a) - rankOf(b) || a.localeCompare(b))
  const unspecified = Math.max(0, countDone(job) - known.reduce((sum, [, count]) => sum + count, 0))
  const figures: Figure[] = known.map(([outcome, count]) => {
    const found = findOutcome(outcome)
    const name = found === undefined ? outcome.toLowerCase() : t(`figures.${found}`)
    return { name, count, tone: outcome === 'unchanged' ? 'neutral' : 'good' }
  })
  if (unspecified > 0 || figures.length === 0)
    figures.push({
      name: isCheck ? t('figures.valid') : known.length === 0 ? t('figures.done') : t('figures.unspecified'),
      count: unspecified,
      tone: 'good',
    })
  const more: Figure[] = [
    { name: isCheck ? t('figures.wouldFail') : t('figures.failed'), count: rows.failed, tone: 'bad' },
    { name: t('figures.unknown'), count: rows.unknown, tone: 'unknown' },
    { name: t('figures.cancelled'), count: rows.cancelled, tone: 'neutral' },
    { name: t('figures.sent'), count: rows.sent, tone: 'neutral' },
    { name: t('figures.waiting'), count: rows.waiting, tone: 'neutral' },
  ]
  return [...figures, ...more.filter(({ count }) => count > 0)]
}

function rankOf(outcome: string): number {
  const at = knownOutcomes.findIndex((one) => one === outcome)
  return at === -1 ? knownOutcomes.length : at
}

/** The statuses of the filter, each with its phases. */
export const phaseGroups = {
  /** Has no phases: imports with errors that were not retried yet. */
  needsFix: [],
  open: ['sending', 'starting', 'validating', 'executing'],
  completed: ['completed'],
  validated: ['validated'],
  errored: ['errored'],
  cancelled: ['cancelled'],
  unknown: ['unknown'],
} as const satisfies Record<string, readonly UserJobPhase[]>
export const phaseGroupNames = [
  'needsFix',
  'open',
  'completed',
  'validated',
  'errored',
  'cancelled',
  'unknown',
] as const satisfies ReadonlyArray<keyof typeof phaseGroups>
export type PhaseGroupName = (typeof phaseGroupNames)[number]

/** The filter of the list. Server and browser read an address in the same way. */
export function askForJobs(phase: PhaseGroupName | null, kind: UserJobKind | null): UserJobFilter {
  return {
    phase: phase === null ? [] : phaseGroups[phase],
    ...(kind === null ? {} : { kind }),
    ...(phase === 'needsFix' ? { needs: 'fix' as const } : {}),
  }
}
