import 'server-only'
import type { UpsertUser, WireUserJob } from '@/lib/service/users'
import { noteWriteAccepted } from '@/lib/service/refusals'
import { readTrouble, type Next, type Tools, type Trouble } from './outcomes'
import { look, lostForMs, partsOf, remotesOf, untilLookMs } from './looks'
import { lookEveryMs, lookGraceMs, notes, pollEveryMs, rowWords, waitDelayMs } from './notes'
import { foldName, ownFault } from './results'
import { endRows, markSent, readRows, storeResults, type KeptRow } from './row-store'
import { changeJob, changeParts, isOfAnother, readKnownRemotes, requireTurn, type OpenJob, type Part } from './store'

/**
 * Users are handed to the service part by part; nothing is done to them there before the start. A part whose answer was
 * lost is looked for, and is never put a second time into the same job of the service.
 */

/** A job there must stay readable: its answer holds all of its users, and answers are capped. */
const remoteBytesMax = 5_000_000

/** The job of the service that a part is to be added to; null for one of its own. */
function chooseTarget(job: OpenJob, part: Part): string | null {
  if (part.note !== null) return null
  // One that was sent anew keeps its job to itself: that job may have to be left alone after all.
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

/** Writes down that a part is being sent, and what it is. Rows whose password cannot be read are left out. */
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
        faults: [ownFault('PASSWORD_LOST', rowWords.secretLost)],
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

async function keepPart(tools: Tools, job: OpenJob, { part, note }: Part, remoteId: string): Promise<Next> {
  const isKept = await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    // Two jobs of the same users may have lost their answers at once, and one found what is the other's.
    await tx.query('select pg_advisory_xact_lock($1)', [claimLock])
    if (await isOfAnother(tx, job.jobId, remoteId)) return false
    // Found where it was sent once: there is no other.
    const isOnce = note === notes.handOverLost
    await changeParts(tx, job.jobId, [part], { state: 'sent', remoteId, ...(isOnce ? { note: null } : {}) })
    await markSent(tx, job.jobId, part)
    return true
  })
  return isKept ? 'go' : { waitMs: lookEveryMs }
}

/** Puts a part back, to be sent at another time. */
async function putBack(tools: Tools, job: OpenJob, part: number, trouble: Trouble): Promise<Next> {
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    await changeParts(tx, job.jobId, [part], { state: 'waiting' })
    await changeJob(tx, job.jobId, { phase: 'sending', note: trouble.message })
  })
  return { waitMs: Math.max(trouble.waitMs, waitDelayMs(job.tries)) }
}

/** Hands one part over. */
export async function handOver(tools: Tools, job: OpenJob, part: Part): Promise<Next | { refused: Trouble }> {
  const { db, remote } = tools
  const target = chooseTarget(job, part)
  const { users, secrets } = await openPart(tools, job, part.part)
  if (users.length === 0) return 'go'
  try {
    const { remoteId } = await remote.initialise(users, target)
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
      // A job that takes no more users: this part gets one of its own.
      if (target !== null) await changeParts(tx, job.jobId, [part.part], { state: 'waiting', note: notes.ownJob })
      else {
        const fault = ownFault('NOT_TAKEN', rowWords.notTaken(trouble.message))
        await changeParts(tx, job.jobId, [part.part], { state: 'ended', note: trouble.message })
        await endRows(tx, job.jobId, [part.part], { state: 'failed', fault })
      }
    })
    return 'go'
  }
}

export async function loseHandOver(tools: Tools, job: OpenJob, parts: readonly number[]): Promise<void> {
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    for (const part of parts) {
      // That it was sent before is not forgotten.
      const note = job.parts.find((own) => own.part === part)?.note ?? notes.handOverLost
      await changeParts(tx, job.jobId, [part], { state: 'unknown', note })
    }
    await changeJob(tx, job.jobId, { phase: 'unknown', note: notes.handOverLost })
  })
}

const namesOf = (names: readonly string[]) => names.map(foldName).toSorted().join('\n')

/** Whether what a job of the service was given is what a row asks for, as far as it repeats it. */
function isSameUser(row: KeptRow, sent: Readonly<Record<string, unknown>> | null): boolean {
  const { firstName, lastName, timezone, language, seatType, status } = row.asked
  const told = (name: string, value: string | undefined) =>
    value === undefined || sent === null || typeof sent[name] !== 'string' || sent[name] === value
  return (
    told('first_name', firstName) &&
    told('last_name', lastName) &&
    told('timezone', timezone) &&
    told('language', language) &&
    told('seat_type', seatType) &&
    told('status', status)
  )
}

function holdsExactly(job: WireUserJob, rows: readonly KeptRow[]): boolean {
  if (job.phase !== 'starting' || job.results.length !== rows.length) return false
  const names = namesOf(job.results.map(({ username }) => username ?? ''))
  if (names !== namesOf(rows.map(({ username }) => username))) return false
  const byName = new Map(rows.map((row) => [foldName(row.username), row]))
  return job.results.every(({ username, sent }) => {
    const row = byName.get(foldName(username ?? ''))
    return row !== undefined && isSameUser(row, sent)
  })
}

/** Whether a job that has other parts has this one as well. */
function holdsMore(job: WireUserJob, known: number, rows: readonly KeptRow[]): boolean {
  if (job.results.length < known + rows.length) return false
  const left = new Map<string, number>()
  for (const { username } of job.results) {
    const name = foldName(username ?? '')
    left.set(name, (left.get(name) ?? 0) + 1)
  }
  return rows.every(({ username }) => {
    const name = foldName(username)
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count > 0
  })
}

const lookedMax = 10_000

async function findHandedOver(tools: Tools, job: OpenJob, rows: readonly KeptRow[]): Promise<string | null> {
  const { remote, db, clock, lookedAt } = tools
  // Into a job that has other parts of this one.
  for (const remoteId of remotesOf(job, ['sent'])) {
    const known = partsOf(job, remoteId)
    if (
      holdsMore(
        await look(tools, job, remoteId),
        known.reduce((sum, { users }) => sum + users, 0),
        rows,
      )
    )
      return remoteId
  }
  const listed = await remote.list().catch((error: unknown) => {
    // A service without such a list shows nothing: a job that nobody starts harms nobody.
    if (readTrouble(error, tools).code === 'not_found') return []
    throw error
  })
  const known = await readKnownRemotes(
    db,
    listed.map(({ remoteId }) => remoteId),
  )
  const candidates = listed.filter(
    ({ remoteId, phase, state, total }) =>
      !known.has(remoteId) && (phase === 'starting' || state === null) && (total === null || total === rows.length),
  )
  for (const { remoteId } of candidates.slice(0, 5)) {
    // What was looked at a moment ago is what it was.
    if (clock.now() - (lookedAt.get(remoteId) ?? -Infinity) < pollEveryMs) continue
    const told = await remote.get(remoteId)
    if (holdsExactly(told, rows)) return remoteId
    if (lookedAt.size >= lookedMax) lookedAt.clear()
    lookedAt.set(remoteId, clock.now())
  }
  return null
}

/** Looks for a part whose answer was lost. */
export async function lookForPart(tools: Tools, job: OpenJob, part: Part): Promise<Next | { refused: Trouble }> {
  const key = `${job.jobId} ${part.part}`
  const ageMs = lostForMs(tools, key)
  const others = remotesOf(job, ['sent']).map((remoteId) => untilLookMs(tools, partsOf(job, remoteId)))
  const pauseMs = Math.max(0, ...others) || tools.remote.waitMs('getUpsertJob')
  if (pauseMs > 0) return { waitMs: pauseMs }
  const rows = (await readRows(tools.db, job.jobId, [part.part])).filter(({ state }) => state === 'waiting')
  let found: string | null
  try {
    found = await findHandedOver(tools, job, rows)
  } catch (error) {
    const trouble = readTrouble(error, tools)
    if (trouble.code === 'upstream_refused') return { refused: trouble }
    return { waitMs: Math.max(trouble.waitMs, lookEveryMs) }
  }
  if (found === null && ageMs < lookGraceMs)
    return { waitMs: job.parts.some(({ state }) => state === 'sent') ? pollEveryMs : lookEveryMs }
  tools.lostSince.delete(key)
  if (found !== null) return keepPart(tools, job, part, found)
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    // The note stays: it gets a job of its own, and what is there is looked at again before anything is started.
    await changeParts(tx, job.jobId, [part.part], { state: 'waiting', note: notes.sentAgain })
  })
  return 'go'
}

/**
 * Before anything is started: a part that was sent anew may have come late into the job that it was first meant for. It is
 * in two then, and only one is started. Right before each start, because it may come until then.
 */
export async function untangle(tools: Tools, job: OpenJob): Promise<Next | 'clean' | { refused: Trouble }> {
  const again = job.parts.filter(({ note, state }) => note === notes.sentAgain && state === 'sent')
  const remotes = remotesOf(job, ['sent']).filter((remoteId) => again.some((part) => part.remoteId !== remoteId))
  const pauseMs = Math.max(0, ...remotes.map((remoteId) => untilLookMs(tools, partsOf(job, remoteId))))
  if (pauseMs > 0) return { waitMs: pauseMs }
  try {
    for (const remoteId of remotes) {
      const own = partsOf(job, remoteId)
      const others = again.filter((part) => part.remoteId !== remoteId)
      const told = await look(tools, job, remoteId)
      const known = own.reduce((sum, { users }) => sum + users, 0)
      for (const part of others) {
        const rows = await readRows(tools.db, job.jobId, [part.part])
        if (!holdsMore(told, known, rows)) continue
        const left = part.remoteId
        await tools.db.transaction(async (tx) => {
          await requireTurn(tx, job)
          await changeParts(tx, job.jobId, [part.part], { remoteId, note: null })
        })
        if (left !== null) await tools.remote.cancel(left).catch(() => null)
        return 'go'
      }
    }
  } catch (error) {
    const trouble = readTrouble(error, tools)
    if (trouble.code === 'upstream_refused') return { refused: trouble }
    return { waitMs: Math.max(trouble.waitMs, lookEveryMs) }
  }
  return 'clean'
}
