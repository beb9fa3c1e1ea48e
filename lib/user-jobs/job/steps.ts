import 'server-only'
import { publishChange } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { noteWriteRefusal } from '@/lib/service/refusals'
import { endJob, type Next, type Tools, type Trouble } from './outcomes'
import { handOver, loseHandOver } from './hand-over'
import { recheckPart, untangle } from './recheck'
import { stepImmediate } from './immediate'
import { remotesOf } from './remote-polls'
import { isNote, notes } from './notes'
import { endRefused, recheckStart, loseStart, poll, start } from './remote-steps'
import type { UserJobPhase } from '@/lib/user-jobs/schema'
import { endRows } from './row-store'
import { changeParts, readOpenJob, requireTurn, type OpenJob, type Turn } from './store'

/** Does the next step of a job, repeatedly, until nothing can be done for now. */
export async function advance(tools: Tools, turn: Turn, signal: AbortSignal): Promise<Next> {
  for (;;) {
    if (signal.aborted) return { waitMs: 0 }
    const job = await readOpenJob(tools.db, turn)
    if (job === null) {
      // Another console ended it.
      tools.sent.delete(turn.jobId)
      return null
    }
    const next = job.way === 'immediate' ? await stepImmediate(tools, job) : await step(tools, job)
    if (next === null || next === 'go') publishChange('user-jobs', [turn.jobId])
    if (next !== 'go') return next
  }
}

async function settle(tools: Tools, job: OpenJob, next: Next | { refused: Trouble }): Promise<Next> {
  if (next === null || next === 'go' || !('refused' in next)) return next
  noteWriteRefusal('users')
  return endRefused(tools, job, notes.lacksPermission)
}

async function step(tools: Tools, job: OpenJob): Promise<Next> {
  const { parts } = job
  // In these states the previous owner of the turn has died, because a turn that ends normally leaves none of them.
  const sending = parts.filter(({ state }) => state === 'sending')
  if (sending.length > 0) {
    await loseHandOver(
      tools,
      job,
      sending.map(({ part }) => part),
    )
    return 'go'
  }
  const starting = parts.filter(({ state }) => state === 'starting')
  if (starting.length > 0) {
    await loseStart(tools, job, starting)
    return 'go'
  }
  const lostPart = parts.find(({ state, remoteId }) => state === 'unknown' && remoteId === null)
  if (lostPart !== undefined) return settle(tools, job, await recheckPart(tools, job, lostPart))
  if (job.isCancelAsked && (await cancelUnstarted(tools, job))) return 'go'
  const waiting = parts.find(({ state }) => state === 'waiting')
  if (waiting !== undefined) return settle(tools, job, await handOver(tools, job, waiting))
  const [lostStart] = remotesOf(job, ['unknown'])
  if (lostStart !== undefined) return recheckStart(tools, job, lostStart)
  // Jobs in progress are polled while others wait for room to start.
  const pauses: number[] = []
  const [unstarted] = remotesOf(job, ['sent'])
  if (unstarted !== undefined) {
    const next = await startNext(tools, job, unstarted)
    if (next === null || next === 'go') return next
    pauses.push(next.waitMs)
  }
  for (const remoteId of remotesOf(job, ['started'])) {
    const next = await poll(tools, job, remoteId)
    if (next === null || next === 'go') return next
    pauses.push(next.waitMs)
  }
  if (pauses.length > 0) return { waitMs: Math.min(...pauses) }
  return endJob(tools, job, finalOf(job))
}

async function startNext(tools: Tools, job: OpenJob, remoteId: string): Promise<Next> {
  const isAgain = job.parts.some(({ state, note }) => state === 'sent' && isNote(note, 'sentAgain'))
  // Checked only when there is room to start, so that nothing happens between the check and the start.
  if (isAgain && tools.remote.waitMs('startUpsertJob') === 0) {
    const next = await untangle(tools, job)
    if (next !== 'clean') return settle(tools, job, next)
  }
  return start(tools, job, remoteId)
}

/** Cancels parts that were not sent, and jobs of the service that were not started. */
async function cancelUnstarted(tools: Tools, job: OpenJob): Promise<boolean> {
  const parts = job.parts.filter(({ state }) => state === 'waiting' || state === 'sent')
  if (parts.length === 0) return false
  // A job that is never started has no effect. Deleting it at the service is only tidying up.
  for (const remoteId of remotesOf(job, ['sent'])) await tools.remote.cancel(remoteId).catch(() => null)
  const numbers = parts.map(({ part }) => part)
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await changeParts(tx, job.jobId, numbers, { state: 'cancelled' })
    await endRows(tx, job.jobId, numbers, { state: 'cancelled', issue: null })
  })
  return true
}

function finalOf({ parts, kind, isCancelAsked }: OpenJob): { phase: UserJobPhase; note: string | null } {
  const states = parts.map(({ remoteState }) => (remoteState ?? '').toUpperCase())
  // A job that was canceled too late also counts as canceled. The counts of its rows show how much was done.
  const isCancelled =
    isCancelAsked ||
    parts.some(({ state }) => state === 'cancelled') ||
    states.some((state) => state.includes('CANCEL'))
  const note = parts.find((part) => part.state === 'ended' && part.note !== null)?.note ?? null
  if (isNote(note, 'remoteGone') || isNote(note, 'gaveUp')) return { phase: 'unknown', note }
  if (states.some((state) => /ERRORED|FAILED$/.test(state)) || (note !== null && !isCancelled))
    return { phase: 'errored', note }
  if (isCancelled)
    return { phase: 'cancelled', note: isCancelAsked ? null : serverText('userJobs.notes.canceledThere') }
  return { phase: kind === 'check' ? 'validated' : 'completed', note: null }
}
