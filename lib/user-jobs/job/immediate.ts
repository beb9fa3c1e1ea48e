import 'server-only'
import { serverText } from '@/lib/server-text'
import { endJob, readTrouble, type Next, type Tools } from './outcomes'
import { loseHandOver } from './hand-over'
import { lostForMs } from './remote-polls'
import { recheckEveryMs, recheckGraceMs, notes, rowTexts, waitDelayMs } from './notes'
import { foldName, judgeRows, ownIssue } from './results'
import { endRefused } from './remote-steps'
import { endRows, readRows, storeResults, type KeptRow } from './row-store'
import { changeJob, changeParts, isCancelAsked, requireTurn, type OpenJob, type Part } from './store'

/**
 * Sends at most ten users in one request. If the response is lost, the request is never sent again. Then a search shows
 * which users were certainly not created.
 */

/** The only step of an immediate job. */
export async function stepImmediate(tools: Tools, job: OpenJob): Promise<Next> {
  const [part] = job.parts
  if (part === undefined) return endJob(tools, job, { phase: 'errored', note: serverText('common.mistake') })
  if (part.state === 'sending') {
    await loseHandOver(tools, job, [0])
    return 'go'
  }
  if (part.state === 'unknown') return lookUp(tools, job)
  if (part.state === 'waiting') return send(tools, job, part)
  return endJob(tools, job, { phase: job.kind === 'check' ? 'validated' : 'completed', note: null })
}

async function cancel(tools: Tools, job: OpenJob): Promise<Next> {
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await changeParts(tx, job.jobId, [0], { state: 'cancelled' })
    await endRows(tx, job.jobId, [0], { state: 'cancelled', issue: null })
  })
  return endJob(tools, job, { phase: 'cancelled', note: null })
}

async function putBack(tools: Tools, job: OpenJob, note: string, waitMs: number): Promise<Next> {
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await changeParts(tx, job.jobId, [0], { state: 'waiting' })
    await changeJob(tx, job.jobId, { phase: 'sending', note })
  })
  return { waitMs }
}

async function send(tools: Tools, job: OpenJob, part: Part): Promise<Next> {
  if (job.isCancelAsked) return cancel(tools, job)
  const { db, remote, locker, clock } = tools
  const waitMs = remote.waitMs('upsertUsers')
  if (waitMs > 0) return putBack(tools, job, notes.room, waitMs)
  const rows = await readRows(db, job.jobId, [part.part])
  const opened = rows.map((row) => ({ row, password: row.password === null ? undefined : locker.unlock(row.password) }))
  const fit: KeptRow[] = []
  const sent = new Map<number, string>()
  const secrets: string[] = []
  const users = opened.flatMap(({ row, password }) => {
    if (password === null) return []
    fit.push(row)
    if (password !== undefined) {
      secrets.push(password)
      sent.set(row.position, password)
    }
    return [password === undefined ? row.asked : { ...row.asked, password }]
  })
  const isHeldBack = await db.transaction(async (tx) => {
    await requireTurn(tx, job)
    // The job was canceled after it was read. The person has seen that, so nothing may be sent.
    if (await isCancelAsked(tx, job.jobId)) return true
    await storeResults(
      tx,
      job.jobId,
      opened.flatMap(({ row: { position }, password }) =>
        password === null
          ? [
              {
                position,
                state: 'failed' as const,
                outcome: null,
                userId: null,
                issues: [ownIssue('PASSWORD_LOST', rowTexts.passwordLost)],
              },
            ]
          : [],
      ),
    )
    const now = new Date(clock.now())
    await changeParts(tx, job.jobId, [0], { state: users.length === 0 ? 'ended' : 'sending', sentAt: now })
    await changeJob(tx, job.jobId, {
      phase: job.kind === 'check' ? 'validating' : 'executing',
      note: null,
      startedAt: now,
    })
    return false
  })
  if (isHeldBack) return cancel(tools, job)
  if (users.length === 0) return 'go'
  try {
    const results = await remote.upsert(users, job.kind === 'check')
    // Results come in the order of the users. Their usernames are used only if all results have a known one.
    const names = new Set(fit.map(({ username }) => foldName(username)))
    const areNamed = results.every(({ username }) => username !== null && names.has(foldName(username)))
    const named = areNamed
      ? results
      : results.map((result, index) => Object.assign(result, { username: fit[index]?.username ?? null }))
    const phase = job.kind === 'check' ? 'validated' : 'completed'
    await db.transaction(async (tx) => {
      await requireTurn(tx, job)
      await storeResults(tx, job.jobId, judgeRows(job.kind, phase, fit, named, sent))
      await changeParts(tx, job.jobId, [0], { state: 'ended' })
    })
    return 'go'
  } catch (error) {
    const { code, text, waitMs: askedMs } = readTrouble(error, tools, secrets)
    if (code === 'upstream_throttled' || code === 'unavailable')
      return putBack(tools, job, text, Math.max(askedMs, waitDelayMs(job.tries)))
    if (code === 'upstream_refused') return endRefused(tools, job, notes.lacksPermission)
    if (code === 'upstream_failed' || code === 'upstream_unknown' || code === 'internal') {
      await loseHandOver(tools, job, [0])
      return 'go'
    }
    await db.transaction(async (tx) => {
      await requireTurn(tx, job)
      await changeParts(tx, job.jobId, [0], { state: 'ended' })
      const issue = ownIssue('NOT_TAKEN', rowTexts.notAccepted(text))
      await endRows(tx, job.jobId, [0], { state: 'failed', issue })
    })
    return endJob(tools, job, { phase: 'errored', note: text })
  }
}

/** Searches for the users. A user who does not exist was not created, but one who exists may have existed before. */
async function lookUp(tools: Tools, job: OpenJob): Promise<Next> {
  const { db, remote } = tools
  const key = `${job.jobId} immediate`
  if (lostForMs(tools, key) < recheckGraceMs) return { waitMs: recheckEveryMs }
  const rows = (await readRows(db, job.jobId, [0])).filter(({ state }) => state === 'waiting')
  let found = new Map<string, string>()
  let isTold = job.kind === 'run'
  if (isTold)
    try {
      const users = await remote.search(rows.map(({ username }) => username))
      found = new Map(users.map(({ email, userId }) => [foldName(email), userId]))
    } catch (error) {
      const { code, waitMs } = readTrouble(error, tools)
      if (code === 'unavailable' || code === 'upstream_throttled' || code === 'upstream_failed')
        return { waitMs: Math.max(waitMs, recheckEveryMs) }
      isTold = false
    }
  tools.lostSince.delete(key)
  await db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await storeResults(
      tx,
      job.jobId,
      rows.map(({ position, username, asked }) => {
        const userId = found.get(foldName(username)) ?? null
        const isMissing = isTold && userId === null && asked.userId === undefined
        return {
          position,
          state: isMissing ? 'failed' : 'unknown',
          outcome: null,
          userId,
          issues: [isMissing ? ownIssue('NOT_CREATED', rowTexts.notCreated) : ownIssue('NOT_TOLD', rowTexts.noResult)],
        }
      }),
    )
    await changeParts(tx, job.jobId, [0], { state: 'ended' })
  })
  return endJob(tools, job, { phase: 'unknown', note: job.kind === 'check' ? notes.checkLost : notes.immediateLost })
}
