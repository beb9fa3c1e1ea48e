import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import { createUser } from '@/lib/auth/accounts'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin, type StandinOptions } from '@/lib/standin/server'
import { HandClock } from '@/lib/testing/sync-world'
import { readExportJob } from './data'
import { createExportJob } from './mutations'
import { newExport, type ExportJob, type NewExport } from './schema'
import { createExportWorker } from './worker'

/**
 * A stand-in, a database with the rows of its inspections, and workers between them. They share one clock, which the
 * test advances.
 */
export class ExportWorld implements AsyncDisposable {
  readonly service: Service
  readonly #workers: Worker[] = []

  constructor(
    readonly clock: HandClock,
    readonly standin: Standin,
    readonly db: Database,
    readonly actor: Actor,
    /** Ids of the inspections in the index, newest last. */
    readonly ids: readonly string[],
  ) {
    this.service = createService({ baseUrl: standin.baseUrl, token: standin.token, clock, random: () => 0 })
  }

  startWorker(db: Database = this.db, service: Pick<Service, 'call' | 'budget'> = this.service): Worker {
    const worker = createExportWorker({
      database: () => Promise.resolve(db),
      service: () => service,
      clock: this.clock,
      log: silentLog,
    })
    this.#workers.push(worker)
    worker.start()
    return worker
  }

  /** Starts a job for the first `count` inspections. */
  async createJob(count: number, options: Partial<NewExport> = {}, actor = this.actor): Promise<string> {
    const asked = newExport.parse({
      selection: { kind: 'ids', ids: this.ids.slice(0, count) },
      format: 'pdf',
      zone: 'Europe/Dublin',
      ...options,
    })
    const { job } = await createExportJob(actor, asked, { db: this.db, wake: () => this.wake() })
    return job.jobId
  }

  wake(): void {
    for (const worker of this.#workers) worker.wake()
  }

  read(jobId: string): Promise<ExportJob> {
    return readExportJob(this.actor, jobId, this.db)
  }

  addPerson(role: Role): Promise<Actor> {
    return addPerson(this.db, role)
  }

  /** How often the stand-in has started a document of the inspection. */
  starts(auditId = this.ids[0] ?? ''): number {
    return this.standin.control.exports.starts.get(auditId) ?? 0
  }

  /** Advances the clock of the world until `check` is true. Fails with `what` after 25 s of real time. */
  async until(what: string, check: () => boolean | Promise<boolean>, stepMs = 500): Promise<void> {
    const deadline = performance.now() + 25_000
    while (!(await check())) {
      if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`)
      this.clock.advance(stepMs)
      await systemClock.sleep(4)
    }
  }

  /** Waits until no file of the job is open. Returns the finished job. */
  async untilEnded(jobId: string, stepMs?: number): Promise<ExportJob> {
    await this.until('the job ends', async () => (await this.read(jobId)).open === 0, stepMs)
    return this.read(jobId)
  }

  /** Lets time pass, whatever happens. */
  async pass(ms: number): Promise<void> {
    const end = this.clock.now() + ms
    await this.until('time passes', () => this.clock.now() >= end, Math.max(500, ms / 100))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const stopped = Promise.all(this.#workers.map((worker) => worker.stop()))
    await this.service.close()
    await stopped
    await this.standin.close()
    await this.db.close()
  }
}

export async function addPerson(db: Database, role: Role): Promise<Actor> {
  const email = `${role}.${crypto.randomUUID()}@sightline.test`
  const userId = await createUser(db, { email, name: `Robin ${role}`, role, password: `${role}-password-of-tests` })
  return { userId, email, name: `Robin ${role}`, role }
}

export async function startExportWorld(options: StandinOptions = {}): Promise<ExportWorld> {
  const clock = new HandClock()
  const standin = await startStandin({ inspections: 60, now: () => clock.now(), ...options })
  const db = await openTestDatabase()
  const rows = standin.control.truth()
  await db.query(
    `insert into inspections (audit_id, modified_at, title, template_id)
     select id, at, 'Round ' || place, 'template_1'
     from unnest($1::text[], $2::timestamptz[]) with ordinality as rows (id, at, place)`,
    [rows.map(({ audit_id }) => audit_id), rows.map(({ modified_at }) => modified_at)],
  )
  const ids = rows.map(({ audit_id }) => audit_id)
  return new ExportWorld(clock, standin, db, await addPerson(db, 'editor'), ids)
}
