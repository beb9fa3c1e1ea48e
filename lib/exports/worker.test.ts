import { describe, expect, it } from 'vitest'
import { renderText, serverText } from '@/lib/server-text'
import { cancelExportJob, retryExportFiles } from './mutations'
import { exportWays } from './values-model'
import { startExportWorld, type ExportWorld } from './testing'

const retry = (world: ExportWorld, jobId: string, states: Array<'failed' | 'unknown' | 'cancelled'>) =>
  retryExportFiles(world.actor, jobId, { states }, { db: world.db, wake: () => world.wake() })

describe('the export worker', () => {
  it.each(exportWays)('completes a document by %s, and then stops polling', async (via) => {
    await using world = await startExportWorld()
    world.startWorker()
    const jobId = await world.createJob(1, { via, format: 'word' })
    const job = await world.untilEnded(jobId)
    expect(job.files).toMatchObject([{ state: 'ready', note: null, isKnown: true, title: 'Round 1' }])
    expect(job.files[0]?.fileName).toMatch(/\.docx$/)
    expect(job.finishedAt).not.toBeNull()
    expect(world.starts()).toBe(1)
    const before = world.standin.control.counts()
    await world.pass(600_000)
    expect(world.standin.control.counts()).toEqual(before)
  })

  it('shows an unknown status and keeps waiting', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    world.standin.control.exports.set({ word: 'Queued\nfor  rendering', takesMs: 60_000 })
    world.startWorker()
    const jobId = await world.createJob(1)
    await world.until('the word is shown', async () => (await world.read(jobId)).files[0]?.note !== null)
    const { state, note } = (await world.read(jobId)).files[0] ?? {}
    expect([state, note]).toEqual(['running', serverText('exports.says', { status: 'Queued for rendering' })])
    expect((await world.untilEnded(jobId)).ready).toBe(1)
  })

  it('stores why SafetyCulture failed, and starts again on request', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    world.standin.control.exports.set({ failNext: 1 })
    world.startWorker()
    const jobId = await world.createJob(1, { via: 'export' })
    const failed = await world.untilEnded(jobId)
    expect(failed.files[0]).toMatchObject({
      state: 'failed',
      isKnown: false,
      note: serverText('exports.failedBecause', { reason: 'The document could not be rendered' }),
    })
    await world.pass(3_600_000)
    expect(world.starts()).toBe(1)
    await retry(world, jobId, ['failed'])
    expect((await world.untilEnded(jobId)).ready).toBe(1)
    expect(world.starts()).toBe(2)
  })

  it('marks a start without a response as unknown, and starts it again only on request', async () => {
    await using world = await startExportWorld()
    world.standin.control.setFault({
      operation: 'startReport',
      when: { next: 1 },
      action: { kind: 'reset', when: 'after' },
    })
    world.startWorker()
    const jobId = await world.createJob(1)
    const lost = await world.untilEnded(jobId)
    expect(lost).toMatchObject({ unknown: 1, failed: 0 })
    expect(lost.files[0]?.note).toBe(serverText('exports.startLost'))
    await world.pass(3_600_000)
    expect(world.starts()).toBe(1)
    await retry(world, jobId, ['unknown'])
    expect((await world.untilEnded(jobId)).ready).toBe(1)
    expect(world.starts()).toBe(2)
  })

  it('polls a new id until the service knows it, and fails when it never does', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    world.standin.control.exports.set({ missNext: 1 })
    world.startWorker()
    expect((await world.untilEnded(await world.createJob(1))).ready).toBe(1)
    world.standin.control.setFault({ operation: 'getReport', action: { kind: 'status', status: 404 } })
    const job = await world.untilEnded(await world.createJob(1))
    expect(job.files[0]).toMatchObject({ state: 'failed', note: serverText('exports.documentUnknown') })
    expect(world.starts()).toBe(2)
  })

  it('treats an error status of a start as final, but not a temporary refusal', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    const { control } = world.standin
    control.setFault({
      operation: 'startReport',
      when: { next: 1 },
      action: { kind: 'status', status: 500, when: 'after' },
    })
    world.startWorker()
    expect((await world.untilEnded(await world.createJob(1))).files[0]?.state).toBe('failed')
    expect(world.starts()).toBe(1)
    control.setFault({ operation: 'startReport', when: { next: 2 }, action: { kind: 'status', status: 429 } })
    expect((await world.untilEnded(await world.createJob(1))).files[0]?.state).toBe('ready')
    expect(world.starts()).toBe(2)
  })

  it('keeps polling after errors, and finally gives up with a clear note', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    const { control } = world.standin
    control.exports.set({ takesMs: 7_200_000 })
    control.setFault({ operation: 'getReport', when: { every: 3 }, action: { kind: 'status', status: 503 } })
    world.startWorker()
    const jobId = await world.createJob(1)
    const job = await world.untilEnded(jobId, 5_000)
    expect(job.files[0]).toMatchObject({ state: 'failed', isKnown: true })
    expect(renderText(job.files[0]?.note ?? '')).toContain('Not finished after 30 minutes')
    control.exports.set({ takesMs: 0 })
    control.clearFaults()
    await retry(world, jobId, ['failed'])
    expect((await world.untilEnded(jobId)).ready).toBe(1)
    // A file that the service already has is polled, not created again.
    expect(world.starts()).toBe(1)
  })

  it('starts and polls nothing for a canceled job, which can be retried', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    world.standin.control.exports.set({ takesMs: 60_000 })
    world.startWorker()
    const jobId = await world.createJob(30, { via: 'export' })
    await world.until('some are being made', async () =>
      (await world.read(jobId)).files.some(({ state }) => state === 'running'),
    )
    await cancelExportJob(world.actor, jobId, { db: world.db })
    const cancelled = await world.untilEnded(jobId)
    expect(cancelled.cancelled).toBe(30)
    const before = world.standin.control.counts()
    await world.pass(600_000)
    expect(world.standin.control.counts()).toEqual(before)
    await retry(world, jobId, ['cancelled'])
    expect((await world.untilEnded(jobId, 2_000)).ready).toBe(30)
    for (const id of world.ids.slice(0, 30)) expect(world.starts(id)).toBe(1)
  })

  it(
    'sends 45 exports at 20 a minute without being refused, and does not delay single documents',
    { tags: ['full'] },
    async () => {
      await using world = await startExportWorld()
      world.startWorker()
      const startedAt = world.clock.now()
      const many = await world.createJob(45, { via: 'export' })
      await world.until('the minute is spent', async () => (await world.read(many)).ready >= 15)
      const single = await world.untilEnded(await world.createJob(1))
      expect(single.ready).toBe(1)
      expect((await world.read(many)).open).toBeGreaterThan(0)
      expect((await world.untilEnded(many)).ready).toBe(45)
      expect(world.standin.control.throttled).toBe(0)
      expect(world.clock.now() - startedAt).toBeGreaterThan(60_000)
    },
  )

  it('starts each document once when two servers share a database', { tags: ['full'] }, async () => {
    await using world = await startExportWorld({ limits: 'off' })
    world.startWorker()
    world.startWorker()
    const job = await world.untilEnded(await world.createJob(40))
    expect(job.ready).toBe(40)
    expect([...world.standin.control.exports.starts.values()]).toEqual(Array.from({ length: 40 }, () => 1))
  })
})
