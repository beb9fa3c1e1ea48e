import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { readReferences } from './references'
import { userReferences } from './references-schema'

let standin: Standin
let service: Service
let db: Database
beforeAll(async () => {
  standin = await startStandin({ inspections: 1, limits: 'off' })
  service = createService({ baseUrl: standin.baseUrl, token: standin.token })
  db = await openTestDatabase()
})
afterAll(async () => {
  await service.close()
  await standin.close()
  await db.close()
})

it('permission sets are those that the service accepted in earlier imports and dry runs', async () => {
  const { rows } = await db.query<{ job_id: string }>(
    `insert into user_jobs (attempt_id, kind, way, owner_name, owner_email, source_name, header, phase, finished_at)
     select gen_random_uuid(), kind, 'job', 'Robin', 'r@example.com', 'users.csv', '[]', 'completed', finished_at
     from (values ('run', now()), ('check', now()), ('run', null)) as jobs (kind, finished_at) returning job_id`,
  )
  const sets = [
    [0, 'ok', { name: 'Inspector' }],
    [0, 'ok', { id: 'role_1' }],
    [0, 'failed', { name: 'Inspectr' }],
    [0, 'warned', { name: 'Dropped' }],
    [1, 'ok', { name: 'Administrators' }],
    [1, 'ok', { name: 'Inspector' }],
    [1, 'ok', null],
    [2, 'ok', { name: 'In progress' }],
  ] as const
  for (const [position, [job, state, permissionSet]] of sets.entries())
    await db.query(
      `insert into user_job_rows (job_id, position, part, line, username, asked, had_password, cells, state)
       values ($1, $2::int, 0, 1, 'a@x.test', $3, false, '[]', $4)`,
      [rows[job]?.job_id, position, JSON.stringify(permissionSet === null ? {} : { permissionSet }), state],
    )
  expect((await readReferences({ db, service })).permissionSets).toEqual(['Administrators', 'Inspector'])
})

describe('names of groups and sites', () => {
  it('are the groups that the service lists, and the sites of inspections and assets, each once', async () => {
    await db.query(
      `insert into inspections (audit_id, modified_at, template_id, site_name)
       select 'audit_' || n, now(), 'template_1', site
       from unnest(array['Leeds Depot', 'Cork', 'Leeds Depot', '', null]) with ordinality as of_each (site, n)`,
    )
    await db.query(
      `insert into assets (asset_id, code, site_name, state, search_text, document, seen_at)
       values ('a1', 'A-1', 'Oslo', 'active', '', '{}', now()), ('a2', 'A-2', 'Cork', 'active', '', '{}', now())`,
    )
    const known = userReferences.parse(await readReferences({ db, service }))
    expect(known.sites).toEqual(['Cork', 'Leeds Depot', 'Oslo'])
    expect(known.groups).toContain('Kitchen staff')
    expect(known.areGroupsWhole).toBe(true)
  })

  it('are the groups that inspections are shared with if the account may not list groups, with a note', async () => {
    const refusing: Pick<Service, 'call'> = {
      call: (name, ...rest) =>
        name === 'listGroups'
          ? Promise.reject(new AppError('upstream_refused', 'Not allowed.'))
          : service.call(name, ...rest),
    }
    const known = await readReferences({ db, service: refusing })
    expect(known.groups.length).toBeGreaterThan(2)
    expect(known.groups).not.toContain('Kitchen staff')
    expect(known.areGroupsWhole).toBe(false)
  })
})
