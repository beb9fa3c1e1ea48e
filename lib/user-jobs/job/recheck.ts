import 'server-only'
import type { WireUserJob } from '@/lib/service/users'
import { keepPart } from './hand-over'
import { pollRemote, lostForMs, partsOf, remotesOf, untilPollMs } from './remote-polls'
import { isNote, recheckEveryMs, recheckGraceMs, notes, pollEveryMs } from './notes'
import { readTrouble, type Next, type Tools, type Trouble } from './outcomes'
import { foldName } from './results'
import { readRows, type KeptRow } from './row-store'
import { changeParts, readKnownRemotes, requireTurn, type OpenJob, type Part } from './store'

/** Finds out which job of the service contains a part whose response was lost. */

const namesOf = (names: readonly string[]) => names.map(foldName).toSorted().join('\n')

/** Whether the content of a job of the service matches what a row requests, as far as the service shows it. */
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

/** Whether a job that contains other parts, with `known` users, also contains these rows. */
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
  // The part may have been added to a job of the service that contains other parts.
  for (const remoteId of remotesOf(job, ['sent'])) {
    const known = partsOf(job, remoteId)
    if (
      holdsMore(
        await pollRemote(tools, job, remoteId),
        known.reduce((sum, { users }) => sum + users, 0),
        rows,
      )
    )
      return remoteId
  }
  const listed = await remote.list().catch((error: unknown) => {
    // If the service cannot list jobs, nothing is found. A job that is never started does no harm.
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
    // A result from a moment ago is still valid.
    if (clock.now() - (lookedAt.get(remoteId) ?? -Infinity) < pollEveryMs) continue
    const told = await remote.get(remoteId)
    if (holdsExactly(told, rows)) return remoteId
    if (lookedAt.size >= lookedMax) lookedAt.clear()
    lookedAt.set(remoteId, clock.now())
  }
  return null
}

/** Searches for a part whose response was lost. */
export async function recheckPart(tools: Tools, job: OpenJob, part: Part): Promise<Next | { refused: Trouble }> {
  const key = `${job.jobId} ${part.part}`
  const ageMs = lostForMs(tools, key)
  const others = remotesOf(job, ['sent']).map((remoteId) => untilPollMs(tools, partsOf(job, remoteId)))
  const pauseMs = Math.max(0, ...others) || tools.remote.waitMs('getUpsertJob')
  if (pauseMs > 0) return { waitMs: pauseMs }
  const rows = (await readRows(tools.db, job.jobId, [part.part])).filter(({ state }) => state === 'waiting')
  let found: string | null
  try {
    found = await findHandedOver(tools, job, rows)
  } catch (error) {
    const trouble = readTrouble(error, tools)
    if (trouble.code === 'upstream_refused') return { refused: trouble }
    return { waitMs: Math.max(trouble.waitMs, recheckEveryMs) }
  }
  if (found === null && ageMs < recheckGraceMs)
    return { waitMs: job.parts.some(({ state }) => state === 'sent') ? pollEveryMs : recheckEveryMs }
  tools.lostSince.delete(key)
  if (found !== null) return keepPart(tools, job, part, found)
  await tools.db.transaction(async (tx) => {
    await requireTurn(tx, job)
    // The note stays: the part gets a job of its own, and the service is checked again before anything is started.
    await changeParts(tx, job.jobId, [part.part], { state: 'waiting', note: notes.sentAgain })
  })
  return 'go'
}

/**
 * Called right before each start: a part that was sent again may have arrived late in the job that it was first meant
 * for. It is in two jobs then, and only one of them is started.
 */
export async function untangle(tools: Tools, job: OpenJob): Promise<Next | 'clean' | { refused: Trouble }> {
  const again = job.parts.filter(({ note, state }) => isNote(note, 'sentAgain') && state === 'sent')
  const remotes = remotesOf(job, ['sent']).filter((remoteId) => again.some((part) => part.remoteId !== remoteId))
  const pauseMs = Math.max(0, ...remotes.map((remoteId) => untilPollMs(tools, partsOf(job, remoteId))))
  if (pauseMs > 0) return { waitMs: pauseMs }
  try {
    for (const remoteId of remotes) {
      const own = partsOf(job, remoteId)
      const others = again.filter((part) => part.remoteId !== remoteId)
      const told = await pollRemote(tools, job, remoteId)
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
    return { waitMs: Math.max(trouble.waitMs, recheckEveryMs) }
  }
  return 'clean'
}
