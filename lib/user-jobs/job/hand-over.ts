import 'server-only'
import type { UpsertUser } from '@/lib/service/users'
import { noteWriteAccepted } from '@/lib/service/refusals'
import { readTrouble, type Next, type Tools, type Trouble } from './outcomes'
import { isNote, recheckEveryMs, notes, rowTexts, waitDelayMs } from './notes'
import { ownIssue } from './results'
import { endRows, markSent, readRows, storeResults, type KeptRow } from './row-store'
import { changeJob, changeParts, isOfAnother, requireTurn, type OpenJob, type Part } from './store'

/**
 * Sends users to the service in parts. The service does nothing with them before the job is started. A part whose
 * response was lost is searched for, and is never added a second time to the same job of the service.
 */

/** The most bytes of one job of the service. The response to a poll contains all of its users, and has a size limit. */
const remoteBytesMax = 5_000_000

/** The job of the service to which a part is added; null for a new one. */
function chooseTarget(job: OpenJob, part: Part): string | null {
  if (part.note !== null) return null
  // A part that was sent again has a job of its own. No other part is added to that job, because it may be abandoned.
  const target = job.parts.findLast(
    ({ part: number, state, note }) => number < part.part && state === 'sent' && note === null,
  )?.remoteId
  if (target === undefined || target === null) return null
  const bytes = job.parts.reduce((sum, other) => (other.remoteId === target ? sum + other.bytes : sum), part.bytes)
  return bytes > remoteBytesMax ? null : target
}

interface Payload {
  users: UpsertUser[]
  secrets: string[]
}

/** Records that a part is about to be sent, and its content. Rows whose password cannot be decrypted are left out. */
async function openPart(tools: Tools, job: OpenJob, part: number): Promise<Payload> {
  const { db, locker, clock } = tools
  const rows = await readRows(db, job.jobId, [part])
  const users: UpsertUser[] = []
  const secrets: string[] = []
  const unread: KeptRow[] = []
  const sent = tools.sent.get(job.jobId) ?? new Map<number, string>()
  for (const row of rows) {
    if (row.state !== 'waiting') continue
    const password = row.password === null ? undefined : locker.unlock(row.password)
    if (password === null) unread.push(row)
    else {
      if (password !== undefined) {
        secrets.push(password)
        sent.set(row.position, password)
      }
      users.push(password === undefined ? row.asked : { ...row.asked, password })
    }
  }
  if (sent.size > 0) tools.sent.set(job.jobId, sent)
  await db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await storeResults(
      tx,
      job.jobId,
      unread.map(({ position, outcome, userId }) => ({
        position,
        outcome,
        userId,
        state: 'failed',
        issues: [ownIssue('PASSWORD_LOST', rowTexts.passwordLost)],
      })),
    )
    await changeParts(tx, job.jobId, [part], {
      state: users.length === 0 ? 'ended' : 'sending',
      sentAt: new Date(clock.now()),
    })
    await changeJob(tx, job.jobId, { phase: 'sending', note: null })
  })
  return { users, secrets }
}

const claimLock = 72_860_002

/** Records in which job of the service a part is. */
export async function keepPart(tools: Tools, job: OpenJob, { part, note }: Part, remoteId: string): Promise<Next> {
  const isKept = await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    // Two jobs with the same users may have lost their responses at once. Then one of them may find the other's job.
    await tx.query('select pg_advisory_xact_lock($1)', [claimLock])
    if (await isOfAnother(tx, job.jobId, remoteId)) return false
    // If the part was sent only once and has been found, there is no second copy of it.
    const isOnce = isNote(note, 'handOverLost')
    await changeParts(tx, job.jobId, [part], { state: 'sent', remoteId, ...(isOnce ? { note: null } : {}) })
    await markSent(tx, job.jobId, part)
    return true
  })
  return isKept ? 'go' : { waitMs: recheckEveryMs }
}

/** Puts a part back, to be sent later. */
async function putBack(tools: Tools, job: OpenJob, part: number, trouble: Trouble): Promise<Next> {
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await changeParts(tx, job.jobId, [part], { state: 'waiting' })
    await changeJob(tx, job.jobId, { phase: 'sending', note: trouble.text })
  })
  return { waitMs: Math.max(trouble.waitMs, waitDelayMs(job.tries)) }
}

/** Sends one part. */
export async function handOver(tools: Tools, job: OpenJob, part: Part): Promise<Next | { refused: Trouble }> {
  const { db, remote } = tools
  const target = chooseTarget(job, part)
  const { users, secrets } = await openPart(tools, job, part.part)
  if (users.length === 0) return 'go'
  try {
    const { remoteId } = await remote.initialize(users, target)
    noteWriteAccepted('users')
    return await keepPart(tools, job, part, remoteId)
  } catch (error) {
    const trouble = readTrouble(error, tools, secrets)
    switch (trouble.code) {
      case 'upstream_throttled':
      case 'unavailable':
        return putBack(tools, job, part.part, trouble)
      case 'upstream_refused':
        return { refused: trouble }
      case 'upstream_failed':
      case 'upstream_unknown':
      case 'internal':
        await loseHandOver(tools, job, [part.part])
        return 'go'
      default:
    }
    await db.transaction(async (tx) => {
      await requireTurn(tx, job)
      // The service adds no more users to that job, so this part gets a new job.
      if (target !== null) await changeParts(tx, job.jobId, [part.part], { state: 'waiting', note: notes.ownJob })
      else {
        const issue = ownIssue('NOT_TAKEN', rowTexts.notAccepted(trouble.text))
        await changeParts(tx, job.jobId, [part.part], { state: 'ended', note: trouble.text })
        await endRows(tx, job.jobId, [part.part], { state: 'failed', issue })
      }
    })
    return 'go'
  }
}

export async function loseHandOver(tools: Tools, job: OpenJob, parts: readonly number[]): Promise<void> {
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    for (const part of parts) {
      // An existing note is kept, because it shows that the part was sent before.
      const note = job.parts.find((own) => own.part === part)?.note ?? notes.handOverLost
      await changeParts(tx, job.jobId, [part], { state: 'unknown', note })
    }
    await changeJob(tx, job.jobId, { phase: 'unknown', note: notes.handOverLost })
  })
}
