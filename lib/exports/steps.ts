import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import { endOfPoll, endOfPollError, endOfStart, endOfStartError, failPoll } from './outcomes'
import { readDocumentState, startDocument, type StepOptions } from './remote'
import { settle, type Outcome, type TakenFile } from './store'

/** What is needed to carry out a step. */
export interface Tools {
  db: Database
  service: Pick<Service, 'call'>
  clock: Clock
  log: DatabaseLog
}

const startDeadlineMs = 30_000
const pollDeadlineMs = 60_000

const laneOf = (file: TakenFile): Pick<StepOptions, 'lane'> => ({ lane: file.is_single ? 'person' : 'background' })

/** Starts a taken file, and records the outcome. */
export async function startFile({ db, service, clock, log }: Tools, file: TakenFile): Promise<void> {
  const order = {
    auditId: file.audit_id,
    format: file.format,
    via: file.via,
    zone: file.zone,
    profileId: file.profile_id,
  }
  const outcome = await startDocument(service, order, { ...laneOf(file), deadlineMs: startDeadlineMs }).then(
    (remoteId) => endOfStart(file, remoteId, clock.now()),
    (error: unknown) => {
      const end = endOfStartError(file, error, clock.now())
      if (end.state === 'unknown') log.warn({ err: error, job: file.job_id }, 'the outcome of a start is not known')
      return end
    },
  )
  await settle(db, file, 'start', outcome)
  publishChange('exports', [file.job_id])
}

/** Polls the state of a file at the service, and records it. */
export async function pollFile(tools: Tools, file: TakenFile, signal: AbortSignal): Promise<void> {
  const outcome = await poll(tools, file, signal)
  // If the poll was aborted because this worker stops, nothing is recorded. The next worker polls when the lease has
  // ended.
  if (!signal.aborted) await settle(tools.db, file, 'poll', outcome)
  // A poll that finds the file still in progress publishes nothing.
  if (outcome.state !== 'running' || outcome.note !== null) publishChange('exports', [file.job_id])
}

async function poll({ service, clock, log }: Tools, file: TakenFile, signal: AbortSignal): Promise<Outcome> {
  const { audit_id: auditId, via, remote_id: remoteId } = file
  if (remoteId === null) return failPoll(file, serverText('exports.noId'), clock.now())
  const options = { ...laneOf(file), signal, deadlineMs: pollDeadlineMs }
  return readDocumentState(service, { auditId, via, remoteId }, options).then(
    (state) => endOfPoll(file, state, clock.now()),
    (error: unknown) => {
      const isExpected = error instanceof AppError && error.code !== 'internal'
      if (!isExpected) log.error({ err: error }, 'a poll of an export failed')
      return endOfPollError(file, error, clock.now())
    },
  )
}
