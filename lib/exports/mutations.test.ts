import { describe, expect, it } from 'vitest'
import { listExportJobs, listLayouts } from './data'
import { cancelExportJob, createExportJob, forgetExportJob, retryExportFiles } from './mutations'
import { newExport, type NewExport } from './schema'
import { startExportWorld, type ExportWorld } from './testing'

const options = (world: ExportWorld) => ({ db: world.db, wake: () => undefined })
const ask = (selection: NewExport['selection']) => newExport.parse({ selection, format: 'pdf', zone: 'UTC' })

describe('export jobs', () => {
  it('have one file for each inspection of the selection, with its title, in the order of the selection', async () => {
    await using world = await startExportWorld()
    const [first = '', second = '', third = ''] = world.ids
    const given = { kind: 'ids' as const, ids: [third, first, third, 'audit_unknown', second] }
    const { job, leftOut } = await createExportJob(world.actor, ask(given), options(world))
    expect([job.total, job.open, leftOut]).toEqual([3, 3, 1])
    const { files } = await world.read(job.jobId)
    expect(files.map(({ position, title }) => [position, title])).toEqual([
      [0, 'Round 3'],
      [1, 'Round 1'],
      [2, 'Round 2'],
    ])
  })

  it('accept all matching inspections except some, and refuse more than 500', async () => {
    await using world = await startExportWorld()
    const except = [world.ids[0] ?? '']
    const all = await createExportJob(world.actor, ask({ kind: 'matching', query: '', except }), options(world))
    expect(all.job.total).toBe(world.ids.length - 1)
    await world.db.query(
      `insert into inspections (audit_id, modified_at) select 'audit_more' || n, now() from generate_series(1, 501) n`,
    )
    await expect(
      createExportJob(world.actor, ask({ kind: 'matching', query: '', except: [] }), options(world)),
    ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('500') })
    await expect(
      createExportJob(world.actor, ask({ kind: 'matching', query: 'score=many', except: [] }), options(world)),
    ).rejects.toMatchObject({ code: 'invalid', details: { fields: { score: expect.any(String) } } })
    await expect(
      createExportJob(world.actor, ask({ kind: 'ids', ids: ['audit_none'] }), options(world)),
    ).rejects.toMatchObject({ code: 'not_found' })
    // A refused job leaves nothing behind.
    expect((await listExportJobs(world.actor, { scope: 'all' }, world.db)).jobs).toHaveLength(1)
  })

  it('reject time zones and layouts that the database or SafetyCulture would refuse', () => {
    const asked = { selection: { kind: 'ids', ids: ['audit_1'] }, format: 'pdf', zone: 'Europe/Dublin' }
    expect(newExport.safeParse({ ...asked, profileId: 'template_1:layout_2' }).success).toBe(true)
    for (const wrong of [{ zone: 'Mars/Olympus' }, { zone: 'UTC\0' }, { profileId: 'a\0b' }, { profileId: '\ud800' }])
      expect(newExport.safeParse({ ...asked, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  })

  it('are limited to a number of open documents per person', async () => {
    await using world = await startExportWorld()
    const jobId = await world.createJob(60)
    await world.db.query(
      `insert into export_files (job_id, position, audit_id, state, next_at)
       select $1, n, 'audit_' || n, 'waiting', now() from generate_series(100, 1099) n`,
      [jobId],
    )
    await expect(world.createJob(1)).rejects.toMatchObject({ code: 'throttled' })
    await cancelExportJob(world.actor, jobId, options(world))
    await expect(world.createJob(1)).resolves.toMatch(/-/)
    // Retrying canceled documents does not bypass the limit either.
    // An admin cannot bypass it for the owner.
    for (const actor of [world.actor, await world.addPerson('admin')])
      await expect(retryExportFiles(actor, jobId, { states: ['cancelled'] }, options(world))).rejects.toMatchObject({
        code: 'throttled',
      })
    expect((await world.read(jobId)).open).toBe(0)
  })

  it('can be changed only by their owner and admins, but seen by everyone', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    const jobId = await world.createJob(1)
    const [other, viewer, admin] = [
      await world.addPerson('editor'),
      await world.addPerson('viewer'),
      await world.addPerson('admin'),
    ]
    for (const actor of [other, viewer]) {
      await expect(cancelExportJob(actor, jobId, options(world))).rejects.toMatchObject({ code: 'forbidden' })
      await expect(forgetExportJob(actor, jobId, options(world))).rejects.toMatchObject({ code: 'forbidden' })
      await expect(retryExportFiles(actor, jobId, { states: ['failed'] }, options(world))).rejects.toMatchObject({
        code: 'forbidden',
      })
      expect((await listExportJobs(actor, { scope: 'mine' }, world.db)).jobs).toEqual([])
      expect((await listExportJobs(actor, { scope: 'all' }, world.db)).jobs).toMatchObject([
        { jobId, isMine: false, mayChange: false },
      ])
    }
    await expect(forgetExportJob(world.actor, jobId, options(world))).rejects.toMatchObject({ code: 'conflict' })
    expect((await cancelExportJob(admin, jobId, options(world))).cancelled).toBe(1)
    await forgetExportJob(admin, jobId, options(world))
    await expect(world.read(jobId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(cancelExportJob(admin, jobId, options(world))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are listed newest first, page by page without repetitions, or only for one inspection', async () => {
    await using world = await startExportWorld()
    const [{ n } = { n: '' }] = (
      await world.db.query<{ n: string }>(
        `insert into export_jobs (owner_id, owner_name, format, via, zone, created_at)
         select $1, 'Robin', 'pdf', 'report', 'UTC', timestamptz '2026-05-01Z' + (i / 3) * interval '1 minute'
         from generate_series(1, 70) i returning job_id as n`,
        [world.actor.userId],
      )
    ).rows
    await world.db.query(
      `insert into export_files (job_id, position, audit_id, state) select job_id, 0, 'audit_' || (row_number() over ()) % 2, 'failed' from export_jobs`,
    )
    const seen: string[] = []
    for (let after: string | null | undefined; after !== null;) {
      const page = await listExportJobs(world.actor, { scope: 'mine', after: after ?? undefined }, world.db)
      seen.push(...page.jobs.map(({ jobId }) => jobId))
      after = page.after
    }
    expect([seen.length, new Set(seen).size, seen.includes(n)]).toEqual([70, 70, true])
    const own = await listExportJobs(world.actor, { scope: 'mine', auditId: 'audit_1' as never }, world.db)
    expect(own.jobs.every(({ single }) => single?.auditId === 'audit_1')).toBe(true)
    const foreign = ["x'~y", `1~${n}`, `0000-01-01T00:00:00Z~${n}`, `2026-05-01T00:00:00Z~${'-'.repeat(36)}`]
    for (const after of foreign)
      await expect(listExportJobs(world.actor, { scope: 'mine', after }, world.db), after).rejects.toMatchObject({
        code: 'invalid',
      })
  })

  it('offer the layouts of a template that all inspections share', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    const search = (await world.service.call('searchTemplates', { query: { limit: 2 } })).templates ?? []
    const [one, two] = search.map(({ template_id }) => template_id)
    await world.db.query('update inspections set template_id = case when audit_id = $1 then $2 else $3 end', [
      world.ids[0],
      one,
      two,
    ])
    const list = (ids: readonly string[]) => listLayouts(ids as never, {}, { db: world.db, service: world.service })
    const { layouts } = await list(world.ids.slice(0, 1))
    expect(layouts.map(({ via }) => via)).toEqual(['report', 'report', 'export', 'export'])
    expect(layouts.map(({ isDefault }) => isDefault)).toEqual([true, false, false, false])
    expect(layouts.every(({ id, name }) => id.startsWith(`${one}:`) && name !== '')).toBe(true)
    expect(await list(world.ids.slice(0, 2))).toEqual({ layouts: [], isOneTemplate: false })
    // The service accepts each of these layouts.
    await world.db.query('update inspections set template_id = $1', [one])
    world.startWorker()
    const real = await world.service.call('searchInspections', { query: { field: ['audit_id', 'template_id'] } })
    const fitting = real.audits.find(({ template_id }) => template_id === one)?.audit_id ?? ''
    for (const { id, via } of layouts) {
      const jobId = await world.createJob(1, { selection: { kind: 'ids', ids: [fitting] }, via, profileId: id })
      expect((await world.untilEnded(jobId)).files[0]).toMatchObject({ state: 'ready' })
    }
  })
})
