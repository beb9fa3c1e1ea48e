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
