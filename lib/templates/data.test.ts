import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import { renderText } from '@/lib/server-text'
import { startStandin } from '@/lib/standin/server'
import { World } from '@/lib/testing/sync-world'
import { listTemplates } from './data'
import { templateList } from './schema'
import { readTemplates } from './wire'

let world: World
beforeAll(async () => {
  world = new World(await startStandin({ inspections: 120, limits: 'off' }), await openTestDatabase())
  await world.finishPass()
  // Sets data that normally comes from documents, without fetching them: half are completed, a quarter have failed.
  await world.db.query(
    `update inspections set template_name = 'Told by documents', hydrated_modified_at = modified_at,
       date_completed = case when n % 2 = 0 then modified_at end, failed_count = case when n % 4 = 0 then 2 else 0 end,
       score_percentage = case when n % 2 = 0 then 80 end
     from (select audit_id as id, row_number() over (order by audit_id) as n from inspections) numbered where id = audit_id`,
  )
})
afterAll(() => world[Symbol.asyncDispose]())

describe('templates', () => {
  it('have the figures of the index, and the most used come first', async () => {
    const { templates, note } = templateList.parse(await listTemplates({ db: world.db, service: world.service }))
    expect(note).toBeNull()
    const { rows } = await world.db.query<{ template_id: string; n: number; completed: number; failed: number }>(
      `select template_id, count(*) as n, count(*) filter (where date_completed is not null) as completed,
         count(*) filter (where failed_count > 0 and date_completed is not null) as failed from inspections group by template_id`,
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows)
      expect(templates.find(({ templateId }) => templateId === row.template_id)).toMatchObject({
        inspections: row.n,
        completed: row.completed,
        failed: row.failed,
        isListed: true,
        scorePercentage: row.completed === 0 ? null : 80,
      })
    const counts = templates.map(({ inspections }) => inspections)
    expect(counts).toEqual(counts.toSorted((one, two) => two - one))
    // Unused templates that the service lists are included, with the service's names.
    expect(templates.every(({ name }) => name !== 'Told by documents')).toBe(true)
  })

  it(
    'show changes of a small index almost at once, although their figures are cached',
    { tags: ['full'] },
    async () => {
      const count = async () => {
        const { templates } = await listTemplates({ db: world.db, service: world.service })
        return templates.reduce((sum, { inspections }) => sum + inspections, 0)
      }
      const before = await count()
      await world.db.query(
        `insert into inspections (audit_id, modified_at, template_id, search_version) values ('audit_new', now(), 'template_new', 1)`,
      )
      await expect.poll(count, { timeout: 10_000 }).toBe(before + 1)
      await world.db.query(`delete from inspections where audit_id = 'audit_new'`)
      await expect.poll(count, { timeout: 10_000 }).toBe(before)
    },
  )

  it('come from the index, with a note, while the service refuses', async () => {
    const fault = world.standin.control.setFault({
      operation: 'searchTemplates',
      action: { kind: 'status', status: 403, when: 'before' },
    })
    const { templates, note } = await listTemplates({ db: world.db, service: world.service })
    world.standin.control.clearFaults(fault)
    expect(renderText(note ?? '')).toMatch(/not allowed to do this/)
    expect(templates.length).toBeGreaterThan(3)
    expect(new Set(templates.map(({ name, isListed }) => `${name} ${isListed}`))).toEqual(
      new Set(['Told by documents false']),
    )
  })

  it('are all read if they need more than one request, even when many have the same time', async () => {
    const names = Array.from({ length: 2_500 }, (_, at) => ({
      template_id: `template_${at}`,
      name: `No. ${at}`,
      modified_at: new Date(Date.parse('2026-01-01T00:00:00Z') + Math.floor(at / 37) * 1_000).toISOString(),
    }))
    let requests = 0
    // Imitates the order and bound of the service, with more templates than the demo has.
    const service = {
      call: (_operation: string, { query }: { query: { modified_after?: string; limit: number } }) => {
        requests += 1
        const after = query.modified_after === undefined ? -Infinity : Date.parse(query.modified_after)
        const found = names.filter(({ modified_at }) => Date.parse(modified_at) > after)
        return Promise.resolve({ templates: found.slice(0, query.limit) })
      },
    } as unknown as World['service']
    const { templates } = await listTemplates({ db: world.db, service })
    expect(templates.filter(({ isListed }) => isListed)).toHaveLength(2_500)
    expect(requests).toBe(3)
  })
})

describe('readTemplates', () => {
  it('skips only entries without an id, whatever shape their other fields have', () => {
    expect(readTemplates([{ template_id: 't1', name: 'A', modified_at: 'soon' }, { name: 'none' }, 7, null])).toEqual([
      { templateId: 't1', name: 'A', createdAt: null, modifiedAt: null },
    ])
    expect(readTemplates('none')).toEqual([])
  })
})
