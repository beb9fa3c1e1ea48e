import { describe, expect, it } from 'vitest'
import { cancelExportJob, retryExportFiles } from './mutations'
import { exportWays } from './schema'
import { startExportWorld, type ExportWorld } from './testing'

const retry = (world: ExportWorld, jobId: string, states: Array<'failed' | 'unknown' | 'cancelled'>) =>
  retryExportFiles(world.actor, jobId, { states }, { db: world.db, wake: () => world.wake() })

describe('the export worker', () => {
  it.each(exportWays)('brings a document from its order to ready, by %s, and asks no more then', async (via) => {
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

  it('shows a word that it does not know, and goes on waiting', async () => {
    await using world = await startExportWorld()
    world.standin.control.exports.set({ word: 'Queued\nfor  rendering', takesMs: 60_000 })
    world.startWorker()
    const jobId = await world.createJob(1)
    await world.until('the word is shown', async () => (await world.read(jobId)).files[0]?.note !== null)
    const { state, note } = (await world.read(jobId)).files[0] ?? {}
    expect([state, note]).toEqual(['running', 'The service says “Queued for rendering”.'])
    expect((await world.untilEnded(jobId)).ready).toBe(1)
  })

  it('says why the service failed, and starts anew when a person says so', async () => {
    await using world = await startExportWorld()
    world.standin.control.exports.set({ failNext: 1 })
    world.startWorker()
    const jobId = await world.createJob(1, { via: 'export' })
    const failed = await world.untilEnded(jobId)
    expect(failed.files[0]).toMatchObject({
      state: 'failed',
      isKnown: false,
      note: 'The service could not make it. It says: The document could not be rendered',
    })
    await world.pass(3_600_000)
    expect(world.starts()).toBe(1)
    await retry(world, jobId, ['failed'])
    expect((await world.untilEnded(jobId)).ready).toBe(1)
    expect(world.starts()).toBe(2)
  })

  it('a lost answer to a start is unknown, and is never started again without a person’s word', async () => {
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
    expect(lost.files[0]?.note).toContain('may be making it')
    await world.pass(3_600_000)
    expect(world.starts()).toBe(1)
    await retry(world, jobId, ['unknown'])
    expect((await world.untilEnded(jobId)).ready).toBe(1)
    expect(world.starts()).toBe(2)
  })

  it('a new id that is not known yet is asked for again; one that never is, fails', async () => {
    await using world = await startExportWorld()
    world.standin.control.exports.set({ missNext: 1 })
    world.startWorker()
    expect((await world.untilEnded(await world.createJob(1))).ready).toBe(1)
    world.standin.control.setFault({ operation: 'getReport', action: { kind: 'status', status: 404 } })
    const job = await world.untilEnded(await world.createJob(1))
    expect(job.files[0]).toMatchObject({ state: 'failed', note: 'The service does not know this document (any more).' })
    expect(world.starts()).toBe(2)
  })

  it('an error status of a start is final, a refusal for now is not', async () => {
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

  it('looks again through trouble, and stops with clear words when nothing comes of it', async () => {
    await using world = await startExportWorld()
    const { control } = world.standin
    control.exports.set({ takesMs: 7_200_000 })
    control.setFault({ operation: 'getReport', when: { every: 3 }, action: { kind: 'status', status: 503 } })
    world.startWorker()
    const jobId = await world.createJob(1)
    const job = await world.untilEnded(jobId, 5_000)
    expect(job.files[0]).toMatchObject({ state: 'failed', isKnown: true })
    expect(job.files[0]?.note).toContain('Not finished after 30 minutes')
    control.exports.set({ takesMs: 0 })
    control.clearFaults()
    await retry(world, jobId, ['failed'])
    expect((await world.untilEnded(jobId)).ready).toBe(1)
    // What the service has already is asked for, not made again.
    expect(world.starts()).toBe(1)
  })

  it('a cancelled job starts and asks nothing more, and can be taken up again', async () => {
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

  it('45 exports stay within 20 a minute: none is refused, and single documents do not wait behind them', async () => {
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
  })

  it('two consoles on one database start each document once', async () => {
    await using world = await startExportWorld({ limits: 'off' })
    world.startWorker()
    world.startWorker()
    const job = await world.untilEnded(await world.createJob(40))
    expect(job.ready).toBe(40)
    expect([...world.standin.control.exports.starts.values()]).toEqual(Array.from({ length: 40 }, () => 1))
  })
})
