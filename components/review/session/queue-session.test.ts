import { expect, it } from 'vitest'
import { ApiError } from '@/lib/browser/api'
import { auditId, type AuditId } from '@/lib/ids'
import type { Marked, Review, ReviewMark } from '@/lib/review/schema'
import { hasUnsaved, QueueSession, type SessionEvents } from './queue-session'
import { currentOf, goNext, lastActs, tally } from './queue-state'

const a = auditId.parse('audit_a')
const b = auditId.parse('audit_b')
const version = '2026-11-20T08:00:00.000Z'
const wish = { state: 'reviewed', note: undefined, version } as const

function makeReview(id: AuditId, more: Partial<Review> = {}): Review {
  return {
    auditId: id,
    state: 'reviewed',
    note: '',
    version,
    isChangedSince: false,
    assignee: null,
    dueOn: null,
    reviewerName: 'Ana',
    reviewedAt: version,
    revision: 1,
    ...more,
  }
}

/** The reviews of a server that refuses conflicting marks and can be switched off. */
class Server {
  reviews = new Map<AuditId, Review>()
  asked: string[] = []
  failure: Error | null = null
  #batches = new Map<string, { id: AuditId; before: Review | undefined; revision: number }>()

  calls = {
    mark: async (id: AuditId, mark: ReviewMark): Promise<Marked> => {
      this.asked.push(`mark ${id} ${mark.state}`)
      await Promise.resolve()
      if (this.failure !== null) throw this.failure
      const before = this.reviews.get(id)
      if ((before?.revision ?? null) !== mark.revision)
        throw new ApiError(409, 'conflict', 'Ana reviewed it meanwhile.', { current: before })
      const { state, note = before?.note ?? '', version: seen } = mark
      const review = makeReview(id, {
        state,
        note,
        version: seen,
        revision: (before?.revision ?? 0) + 1,
        reviewerName: 'I',
      })
      this.reviews.set(id, review)
      const batchId = `00000000-0000-4000-8000-${String(this.#batches.size).padStart(12, '0')}`
      this.#batches.set(batchId, { id, before, revision: review.revision })
      return { batchId, review }
    },
    undo: async (batchId: string) => {
      this.asked.push('undo')
      await Promise.resolve()
      if (this.failure !== null) throw this.failure
      const batch = this.#batches.get(batchId)
      const now = batch === undefined ? undefined : this.reviews.get(batch.id)
      if (batch === undefined || now?.revision !== batch.revision) return { restored: 0, kept: 1 }
      const before = batch.before ?? makeReview(batch.id, { state: 'unreviewed' })
      this.reviews.set(batch.id, { ...before, revision: now.revision + 1 })
      return { restored: 1, kept: 0 }
    },
    readReview: async (id: AuditId) => {
      this.asked.push(`read ${id}`)
      if (this.failure !== null) throw this.failure
      return this.reviews.get(id) ?? null
    },
  }
}

function begin(server: Server) {
  const session = new QueueSession([a, b], null, server.calls)
  const told: string[] = []
  const events: SessionEvents = {
    onStored: (id, review) => told.push(`stored ${id} ${review?.state ?? '?'}`),
    onTrouble: ({ auditId: id, kind }) => told.push(`trouble ${id} ${kind}`),
    onUndone: ({ auditId: id }, { kind }) => told.push(`undone ${id} ${kind}`),
  }
  session.listen(events)
  return { session, told }
}
const offline = () => new ApiError(0, 'offline', 'The console could not be reached.')

it('shows a mark before the server has stored it, and counts it as pending', async () => {
  const { session } = begin(new Server())
  void session.mark(a, wish, null)
  expect(tally(session.state)).toMatchObject({ reviewed: 1, saving: 1 })
  expect(hasUnsaved(session)).toBe(true)
  await session.settle()
  expect(tally(session.state)).toMatchObject({ reviewed: 1, saving: 0 })
  expect(hasUnsaved(session)).toBe(false)
})

it('reverts a mark that fails, keeps its note, and stores it on retry', async () => {
  const server = new Server()
  const { session, told } = begin(server)
  server.failure = offline()
  await session.mark(a, { state: 'follow-up', note: 'New lining', version }, null)
  expect(lastActs(session.state).has(a)).toBe(false)
  expect(session.state.troubles.get(a)).toMatchObject({ kind: 'failed', note: 'New lining' })
  expect(told).toContain('trouble audit_a failed')
  server.failure = null
  await session.retry(a)
  expect(session.state.troubles.size).toBe(0)
  expect(server.reviews.get(a)).toMatchObject({ state: 'follow-up', note: 'New lining' })
})

it('keeps the note of a discarded mark as a draft', async () => {
  const server = new Server()
  const { session } = begin(server)
  server.failure = offline()
  await session.mark(a, { state: 'follow-up', note: 'New lining', version }, null)
  session.discard(a)
  expect(session.state.troubles.size).toBe(0)
  expect(session.drafts.get(a)).toBe('New lining')
})

it('does not overwrite a conflicting review, shows both, and stores mine when the person chooses it', async () => {
  const server = new Server()
  const { session } = begin(server)
  const theirs = makeReview(a, { state: 'follow-up', note: 'Mine is better' })
  server.reviews.set(a, theirs)
  await session.mark(a, wish, null)
  expect(server.reviews.get(a)).toEqual(theirs)
  expect(session.state.troubles.get(a)).toMatchObject({ kind: 'conflict', state: 'reviewed', theirs })
  await session.retry(a)
  expect(server.reviews.get(a)).toMatchObject({ state: 'reviewed', reviewerName: 'I' })
})

it('two undos after two marks revert both, the latest first', async () => {
  const server = new Server()
  const { session, told } = begin(server)
  void session.mark(a, wish, null)
  session.change(goNext)
  void session.mark(b, wish, null)
  void session.mark(b, { ...wish, state: 'follow-up' }, null)
  await session.settle()
  expect(server.reviews.get(b)?.state).toBe('follow-up')
  session.undo()
  await session.settle()
  expect(server.reviews.get(b)?.state).toBe('reviewed')
  session.undo()
  session.undo()
  expect(currentOf(session.state)).toBe(a)
  expect(session.undo()).toBeNull()
  await session.settle()
  expect(server.reviews.get(b)?.state).toBe('unreviewed')
  expect(server.reviews.get(a)?.state).toBe('unreviewed')
  expect(told.filter((line) => line.endsWith('undone'))).toHaveLength(3)
})

it('an undo waits for a mark that is still pending', async () => {
  const server = new Server()
  const { session } = begin(server)
  void session.mark(a, wish, null)
  session.undo()
  await session.settle()
  expect(server.asked.slice(0, 2)).toEqual(['mark audit_a reviewed', 'undo'])
  expect(server.reviews.get(a)?.state).toBe('unreviewed')
})

it('a mark does not conflict with the result of the undo before it', async () => {
  const server = new Server()
  const { session } = begin(server)
  void session.mark(a, wish, null)
  session.undo()
  void session.mark(a, { ...wish, state: 'follow-up' }, null)
  await session.settle()
  expect(session.state.troubles.size).toBe(0)
  expect(server.reviews.get(a)?.state).toBe('follow-up')
})

it('an undo that fails restores the mark', async () => {
  const server = new Server()
  const { session, told } = begin(server)
  await session.mark(a, wish, null)
  server.failure = offline()
  session.undo()
  expect(lastActs(session.state).has(a)).toBe(false)
  await session.settle()
  expect(lastActs(session.state).get(a)).toMatchObject({ state: 'reviewed', isSaved: true })
  expect(told).toContain('undone audit_a failed')
})

it('an undo says when another person has changed the review since', async () => {
  const server = new Server()
  const { session, told } = begin(server)
  await session.mark(a, wish, null)
  server.reviews.set(a, makeReview(a, { revision: 9 }))
  session.undo()
  await session.settle()
  expect(told).toContain('undone audit_a kept')
})

it('undoing a mark that was never stored sends nothing', async () => {
  const server = new Server()
  const { session, told } = begin(server)
  server.failure = offline()
  void session.mark(a, wish, null)
  session.undo()
  await session.settle()
  expect(server.asked).toEqual(['mark audit_a reviewed'])
  expect(session.state.troubles.size).toBe(0)
  expect(told).toContain('undone audit_a undone')
})

it('a mark after an undo does not replace what another person stored right after the undo', async () => {
  const server = new Server()
  const { session } = begin(server)
  await session.mark(a, wish, null)
  const theirs = makeReview(a, { state: 'follow-up', note: 'Call the vendor', revision: 3 })
  const { undo } = server.calls
  server.calls.undo = async (batchId) => {
    const undone = await undo(batchId)
    server.reviews.set(a, theirs)
    return undone
  }
  session.undo()
  await session.mark(a, wish, null)
  expect(server.reviews.get(a)).toEqual(theirs)
  expect(session.state.troubles.get(a)).toMatchObject({ kind: 'conflict', theirs })
})

it('undoing two marks of one inspection keeps what another person stored after them', async () => {
  const server = new Server()
  const { session, told } = begin(server)
  await session.mark(a, wish, null)
  await session.mark(a, { ...wish, state: 'follow-up' }, null)
  const theirs = makeReview(a, { revision: 3 })
  server.reviews.set(a, theirs)
  session.undo()
  session.undo()
  await session.settle()
  expect(server.reviews.get(a)).toEqual(theirs)
  expect(told.filter((line) => line === 'undone audit_a kept')).toHaveLength(2)
})
