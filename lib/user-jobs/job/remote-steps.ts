import 'server-only'
import { publishChange } from '@/lib/events/publish'
import { noteWriteRefusal } from '@/lib/service/refusals'
import type { WireUserJob } from '@/lib/service/users'
import { endJob, readTrouble, type Next, type Tools } from './outcomes'
import { pollRemote, lostForMs, numbersOf, partsOf, readPaceMs, remotesOf, untilPollMs } from './remote-polls'
import { giveUpMs, isNote, recheckGraceMs, notes, pollEveryMs, rowTexts, waitDelayMs } from './notes'
import { isEnded, judgeRows, ownIssue } from './results'
import type { UserJobPhase } from '@/lib/user-jobs/schema'
import { endRows, readRows, storeResults } from './row-store'
import { changeJob, changeParts, requireTurn, type OpenJob, type Part, type PartChange } from './store'

/** Starts each job of the service once, and polls it at most every five seconds until it ends. */

async function write(
  tools: Tools,
  job: OpenJob,
  parts: readonly Part[],
  change: PartChange,
  told?: { phase: UserJobPhase; note: string | null; startedAt?: Date },
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await changeParts(tx, job.jobId, numbersOf(parts), change)
    if (told !== undefined) await changeJob(tx, job.jobId, told)
  })
  if (told !== undefined) publishChange('user-jobs', [job.jobId])
}

const now = ({ clock }: Tools) => new Date(clock.now())

/** Passwords that must not be repeated in messages of the service. */
const secretsOf = ({ sent }: Tools, { jobId }: OpenJob): string[] => [...new Set(sent.get(jobId)?.values())]

/** Starts one job of the service. */
export async function start(tools: Tools, job: OpenJob, remoteId: string): Promise<Next> {
  const parts = partsOf(job, remoteId)
  const waitMs = tools.remote.waitMs('startUpsertJob')
  if (waitMs > 0) {
    await write(tools, job, parts, {}, { phase: 'starting', note: notes.room })
    return { waitMs }
  }
  await write(tools, job, parts, { state: 'starting' }, { phase: 'starting', note: null })
  try {
    await tools.remote.start(remoteId, job.kind === 'check')
  } catch (error) {
    const trouble = readTrouble(error, tools, secretsOf(tools, job))
    if (trouble.code === 'upstream_throttled' || trouble.code === 'unavailable') {
      await write(tools, job, parts, { state: 'sent' }, { phase: 'starting', note: trouble.text })
      return { waitMs: Math.max(trouble.waitMs, waitDelayMs(job.tries)) }
    }
    if (trouble.code === 'upstream_refused') return endRefused(tools, job, trouble.text)
    // A start that was refused may have happened already, so it is checked like a lost response.
    const isLost = trouble.code === 'upstream_unknown' || trouble.code === 'upstream_failed'
    await loseStart(tools, job, parts, isLost ? null : trouble.text)
    return 'go'
  }
  await write(
    tools,
    job,
    parts,
    { state: 'started', note: null },
    { phase: 'validating', note: null, startedAt: now(tools) },
  )
  return 'go'
}

export async function loseStart(
  tools: Tools,
  job: OpenJob,
  parts: readonly Part[],
  refusal: string | null = null,
): Promise<void> {
  const note = refusal ?? notes.startLost
  await write(tools, job, parts, { state: 'unknown', note }, { phase: 'unknown', note })
}

/**
 * Checks whether a job whose start was lost has started. It is started again only when it has been seen waiting for
 * long enough.
 */
export async function recheckStart(tools: Tools, job: OpenJob, remoteId: string): Promise<Next> {
  const key = `${job.jobId} ${remoteId}`
  const ageMs = lostForMs(tools, key)
  const parts = partsOf(job, remoteId)
  if (job.isCancelAsked) {
    tools.lostSince.delete(key)
    await write(tools, job, parts, { state: 'started', note: null })
    return 'go'
  }
  const pauseMs = untilPollMs(tools, parts) || tools.remote.waitMs('getUpsertJob')
  if (pauseMs > 0) return { waitMs: pauseMs }
  let told: WireUserJob
  try {
    told = await pollRemote(tools, job, remoteId)
  } catch (error) {
    return endPoll(tools, job, remoteId, error)
  }
  if (told.phase !== 'starting') {
    tools.lostSince.delete(key)
    await write(
      tools,
      job,
      parts,
      { state: 'started', note: null },
      { phase: 'validating', note: null, startedAt: now(tools) },
    )
    return saveReported(tools, job, remoteId, told)
  }
  if (ageMs < recheckGraceMs) return { waitMs: pollEveryMs }
  tools.lostSince.delete(key)
  const refusal = parts.find(({ note }) => note !== null && !isNote(note, 'startLost'))?.note ?? null
  if (refusal !== null) {
    await tools.remote.cancel(remoteId).catch(() => null)
    const issue = ownIssue('NOT_TAKEN', rowTexts.notAccepted(refusal))
    await tools.db.transaction(async (tx) => {
      await requireTurn(tx, job)
      await changeParts(tx, job.jobId, numbersOf(parts), { state: 'ended' })
      await endRows(tx, job.jobId, numbersOf(parts), { state: 'failed', issue })
    })
    return 'go'
  }
  await write(tools, job, parts, { state: 'sent', note: null }, { phase: 'starting', note: null })
  return 'go'
}

/** Polls one job in progress and stores what it reports. */
export async function poll(tools: Tools, job: OpenJob, remoteId: string): Promise<Next> {
  const parts = partsOf(job, remoteId)
  // A job to cancel is polled sooner, without regard to the number of other jobs.
  const pauseMs = untilPollMs(tools, parts, job.isCancelAsked ? pollEveryMs : await readPaceMs(tools))
  if (pauseMs > 0) return { waitMs: pauseMs }
  const roomMs = tools.remote.waitMs('getUpsertJob')
  if (roomMs > 0) return { waitMs: roomMs }
  // Canceling twice has no further effect. The job itself reports the result.
  if (job.isCancelAsked)
    await tools.remote.cancel(remoteId).catch((error: unknown) => readTrouble(error, tools, secretsOf(tools, job)))
  try {
    return await saveReported(tools, job, remoteId, await pollRemote(tools, job, remoteId))
  } catch (error) {
    return endPoll(tools, job, remoteId, error)
  }
}

function refuse(tools: Tools, job: OpenJob): Promise<Next> {
  noteWriteRefusal('users')
  return endRefused(tools, job, notes.lacksPermission)
}

async function endPoll(tools: Tools, job: OpenJob, remoteId: string, error: unknown): Promise<Next> {
  const { code, text, waitMs } = readTrouble(error, tools, secretsOf(tools, job))
  if (code === 'upstream_refused') return refuse(tools, job)
  const isGone = code === 'not_found'
  const isOver = job.startedAtMs !== null && tools.clock.now() - job.startedAtMs > giveUpMs
  if (!isGone && !isOver) {
    await tools.db.transaction(async (tx) => {
      await requireTurn(tx, job)
      await changeJob(tx, job.jobId, { phase: job.phase, note: text })
    })
    if (job.note !== text) publishChange('user-jobs', [job.jobId])
    return { waitMs: Math.max(waitMs, pollEveryMs) }
  }
  const parts = partsOf(job, remoteId)
  const note = isGone ? notes.remoteGone : notes.gaveUp
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await changeParts(tx, job.jobId, numbersOf(parts), { state: 'ended', note })
    await endRows(tx, job.jobId, numbersOf(parts), { state: 'unknown', issue: ownIssue('NOT_TOLD', note) })
  })
  return 'go'
}

const order: readonly UserJobPhase[] = ['starting', 'validating', 'validated', 'executing']

/** Of several jobs at the service, the one that is furthest behind gives the progress of the whole. */
function phaseOf(job: OpenJob, told: WireUserJob): UserJobPhase {
  if (told.phase === 'unknown') return job.phase === 'unknown' ? 'validating' : job.phase
  if (told.phase === 'starting') return 'validating'
  const isLate = remotesOf(job, ['started']).length > 1 && order.indexOf(job.phase) > order.indexOf(told.phase)
  return told.phase === 'validated' || isLate ? 'validating' : told.phase
}

async function saveReported(tools: Tools, job: OpenJob, remoteId: string, told: WireUserJob): Promise<Next> {
  const parts = partsOf(job, remoteId)
  const isOver = isEnded(told.phase, job.kind)
  const isLost = !isOver && job.startedAtMs !== null && tools.clock.now() - job.startedAtMs > giveUpMs
  const rows = await readRows(tools.db, job.jobId, numbersOf(parts))
  const changed = judgeRows(job.kind, told.phase, rows, told.results, tools.sent.get(job.jobId) ?? null)
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await storeResults(tx, job.jobId, changed)
    await changeParts(tx, job.jobId, numbersOf(parts), {
      remoteState: told.state,
      ...(isOver || isLost ? { state: 'ended' as const } : {}),
      // Without this note, the job would count as completed.
      ...(isLost ? { note: notes.gaveUp } : {}),
    })
    if (isLost)
      await endRows(tx, job.jobId, numbersOf(parts), { state: 'unknown', issue: ownIssue('NOT_TOLD', notes.gaveUp) })
    if (!isOver) await changeJob(tx, job.jobId, { phase: phaseOf(job, told), note: null })
  })
  // A poll without changes publishes nothing.
  if (changed.length > 0 || job.note !== null || phaseOf(job, told) !== job.phase)
    publishChange('user-jobs', [job.jobId])
  return isOver || isLost ? 'go' : { waitMs: pollEveryMs }
}

/** The token lacks permission: nothing more is sent. Jobs that were started and cannot be read any more are unknown. */
export async function endRefused(tools: Tools, job: OpenJob, text: string): Promise<Next> {
  const issue = ownIssue('NOT_TAKEN', text)
  const started = job.parts.filter(
    ({ state, remoteId }) => state === 'started' || (state === 'unknown' && remoteId !== null),
  )
  const others = job.parts.filter((part) => !started.includes(part))
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await endRows(tx, job.jobId, numbersOf(others), { state: 'failed', issue })
    await endRows(tx, job.jobId, numbersOf(started), { state: 'unknown', issue })
    await changeParts(tx, job.jobId, numbersOf(job.parts), { state: 'ended' })
  })
  return endJob(tools, job, { phase: started.length > 0 ? 'unknown' : 'errored', note: text })
}
