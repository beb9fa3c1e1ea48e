import { constantFrom, integer, record } from 'fast-check'
import { expect } from 'vitest'
import type { Service } from '@/lib/service/types'
import { describeWorkerModel } from '@/lib/testing/worker-model'
import { ModelWorld, type ModelProcess, type ModelScript, type RetryState } from '@/lib/testing/worker-model-world'
import { readExportJob } from './data'
import { cancelExportJob, createExportJob, retryExportFiles } from './mutations'
import { newExport } from './schema'
import { createExportWorker } from './worker'

const writes = [
  'done',
  'done',
  'done',
  'lost',
  'never came',
  'failed',
  'failed all the same',
  'throttled',
  'down',
  'nameless',
] as const
const reads = [
  'in progress',
  'other spelling',
  'strange',
  'ready',
  'ready',
  'not possible',
  'missing',
  'down',
  'throttled',
  'refused',
  'failed',
] as const
const statusWords: Readonly<Partial<Record<(typeof reads)[number], string>>> = {
  'in progress': 'in_progress',
  'other spelling': 'IN PROGRESS',
  strange: 'RENDERING',
  'not possible': 'FAILED',
}

type Script = ModelScript<(typeof writes)[number], (typeof reads)[number]>
interface Job {
  files: number
  via: 'report' | 'export'
}

/** Checks that no document is started twice and none stays open. */
class ExportModel extends ModelWorld<Job, Script> {
  #nextId = 1

  protected createWorker(process: ModelProcess) {
    const call = (name: string, input: { params: { auditId: string } }) =>
      process.step(async () => this.#answer(name, input.params.auditId), name.startsWith('start'))
    // The cast is safe: the worker calls only four operations, and this service implements them.
    const service = { call, budget: () => [] } as unknown as Service
    return createExportWorker({ ...this.base(process), service: () => service })
  }

  #answer(name: string, auditId: string): Record<string, string> {
    if (name === 'startReport' || name === 'startExport')
      return this.write((word): Record<string, string> => {
        this.note(auditId)
        return word === 'nameless' ? {} : { messageId: `id-${auditId}`, id: `id-${auditId}` }
      })
    const status = statusWords[this.read() ?? 'ready']
    return status === undefined
      ? { status: 'SUCCESS', url: 'http://x.test/y', href: 'http://x.test/y.pdf' }
      : { status }
  }

  get #deps() {
    return { db: this.db, wake: () => this.wake() }
  }

  async add({ files, via }: Job): Promise<string> {
    const ids = Array.from({ length: files }, () => `audit_${this.#nextId++}`)
    const asked = newExport.parse({ selection: { kind: 'ids', ids }, format: 'pdf', zone: 'UTC', via })
    return (await createExportJob(this.actor, asked, this.#deps)).job.jobId
  }

  cancel(jobId: string) {
    return cancelExportJob(this.actor, jobId, { db: this.db })
  }

  async retry(jobId: string, states: RetryState[]) {
    const { files } = await readExportJob(this.actor, jobId, this.db)
    // A file with an id at the service is polled by this id, and not started again.
    for (const { auditId, state, isKnown } of files)
      if (!isKnown && states.some((wanted) => wanted === state)) this.allow(auditId)
    return retryExportFiles(this.actor, jobId, { states }, this.#deps)
  }

  async isOpen() {
    const jobs = await Promise.all(this.jobIds.map((jobId) => readExportJob(this.actor, jobId, this.db)))
    return jobs.some(({ open }) => open > 0)
  }

  async checkEnd() {
    for (const jobId of this.jobIds)
      for (const { auditId, state } of (await readExportJob(this.actor, jobId, this.db)).files)
        if (state === 'ready') expect(this.done.get(auditId), `${auditId} is ready`).toBeGreaterThan(0)
  }
}

describeWorkerModel({
  name: 'the worker of exports, in any order of events',
  role: 'editor',
  writes,
  reads,
  job: record({ files: integer({ min: 1, max: 4 }), via: constantFrom('report' as const, 'export' as const) }),
  firstJob: { files: 2, via: 'report' },
  createWorld: (db, actor, script) => new ExportModel(db, actor, script),
  clear: (db) => db.query('truncate export_jobs cascade'),
  prepare: (db) =>
    db.query(
      `insert into inspections (audit_id, modified_at) select 'audit_' || n, now() from generate_series(1, 60) n`,
    ),
})
