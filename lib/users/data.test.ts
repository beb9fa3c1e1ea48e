import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from '@/lib/asset-changes/testing'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { findUsers } from './data'
import { splitEmails, userPage, userQuery } from './schema'

let standin: Standin
let service: Service
let db: Database
const find = async (query: { email?: string[]; after?: string }) =>
  userPage.parse(await findUsers(userQuery.parse(query), { db, service }))

beforeAll(async () => {
  standin = await startStandin({ inspections: 1, users: 450, limits: 'off' })
  service = createService({ baseUrl: standin.baseUrl, token: standin.token })
  db = await openTestDatabase()
})
afterAll(async () => {
  await service.close()
  await standin.close()
  await db.close()
})

describe('users', () => {
  it('are listed page by page, each once', async () => {
    const seen: string[] = []
    for (let after: string | undefined; ;) {
      const page = await find(after === undefined ? {} : { after })
      seen.push(...page.users.map(({ userId }) => userId))
      if (page.after === null) break
      after = page.after
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(450)
  })

  it('are found by their addresses, and what no user has is named', async () => {
    const { users } = await find({})
    const [one, two] = users
    const asked = [one?.email.toUpperCase() ?? '', two?.email ?? '', 'nobody@nowhere.example']
    const page = await find({ email: asked })
    expect(new Set(page.users.map(({ userId }) => userId))).toEqual(new Set([one?.userId, two?.userId]))
    expect(page.missing).toEqual(['nobody@nowhere.example'])
    expect(page.after).toBeNull()
  })

  it('name the latest job of this console that had them', async () => {
    const actor = await addPerson(db, 'admin')
    const [user] = (await find({})).users
    const add = (kind: string, at: string, state: string) =>
      db.query<{ job_id: string }>(
        `with job as (insert into user_jobs (attempt_id, kind, way, source_name, owner_id, owner_name, owner_email, header, created_at)
           values (gen_random_uuid(), $1, 'job', 'staff.csv', $2, 'Robin', 'robin@x.test', '[]', $3) returning job_id)
         insert into user_job_rows (job_id, position, part, line, username, asked, had_password, cells, state)
         select job_id, 0, 0, 1, $4, '{}', false, '[]', $5 from job returning job_id`,
        [kind, actor.userId, at, user?.email.toUpperCase(), state],
      )
    await add('run', '2026-01-01T00:00:00Z', 'failed')
    const latest = await add('run', '2026-02-01T00:00:00Z', 'ok')
    await add('check', '2026-03-01T00:00:00Z', 'ok')
    const found = await find({ email: [user?.email ?? ''] })
    expect(found.users[0]?.lastJob).toMatchObject({ jobId: latest.rows[0]?.job_id, state: 'ok' })
  })

  it('addresses are taken out of whatever was pasted', () => {
    expect(splitEmails('Ann <Ann@x.test>; bob@x.test,\tbob@x.test\n"c@y.test" and nobody')).toEqual([
      'ann@x.test',
      'bob@x.test',
      'c@y.test',
    ])
    expect(splitEmails('just words')).toEqual([])
  })
})
