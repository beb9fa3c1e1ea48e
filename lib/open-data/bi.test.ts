import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as getInspections } from '@/app/api/inspections/route'
import { GET as getAssets } from '@/app/api/assets/route'
import { HandClock, installTestAuth } from '@/lib/auth/testing'
import { createDatabase } from '@/lib/db/database'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { addInspections } from '@/lib/review/testing'
import { addAsset } from '@/lib/rules/testing'
import { biViews, giveBiAccess, takeBiAccess } from './bi-store'

// Roles belong to the database server, which other test files use too. So the name is unique.
const role = `bi_test_${process.pid}`
const password = 'a'.repeat(32)
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  await addInspections(db, [{ failed: 2 }, { isMissing: true }, { isCompleted: true }, { isArchived: true }])
  await addAsset(db, 'asset_1')
  await addAsset(db, 'asset_2')
  await db.query(`update assets set missing_at = now() where asset_id = 'asset_2'`)
  await giveBiAccess(db, { role, password })
})
afterAll(async () => {
  await takeBiAccess(db, role)
  await db.close()
})

function openDisposable() {
  const connection = { ...db.connection, user: role, password }
  const reader = createDatabase({ kind: 'embedded', connection, log: silentLog })
  return { db: reader, [Symbol.asyncDispose]: () => reader.close() }
}

describe('the role for business intelligence', () => {
  it('reads every view, with as many rows as the screens have', async () => {
    await using reader = openDisposable()
    const counts: Record<string, number> = {}
    for (const view of biViews) {
      const { rows } = await reader.db.query<{ n: number }>(`select count(*) as n from bi.${view}`)
      counts[view] = rows[0]?.n ?? -1
    }
    const auth = installTestAuth(db, new HandClock())
    const { cookie } = await auth.signInAs((await auth.addPerson('viewer')).userId)
    const readFrom = async (handler: typeof getInspections, path: string) => {
      const request = new Request(`${auth.origin}${path}`, { headers: { cookie } })
      const answer: unknown = await (await handler(request, { params: Promise.resolve({}) })).json()
      return JSON.stringify(answer)
    }
    const inspections = await readFrom(getInspections, '/api/inspections')
    const assets = await readFrom(getAssets, '/api/assets')
    expect(inspections).toContain(`"total":${counts['inspections']}`)
    expect(assets).toContain(`"total":${counts['assets']}`)
    expect([counts['inspections'], counts['assets']]).toEqual([3, 1])
  })

  it('can read no tables, such as those with secrets and sessions, and cannot write', async () => {
    await using reader = openDisposable()
    const { rows: tables } = await db.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(tables.length).toBeGreaterThan(40)
    const readable: string[] = []
    for (const { name } of tables)
      await reader.db.query(`select from public."${name}"`).then(
        () => readable.push(name),
        () => {},
      )
    expect(readable).toEqual([])
    for (const statement of [
      'delete from bi.assets',
      'create table bi.mine (a int)',
      `set default_transaction_read_only = off; update bi.assets set code = 'x'`,
    ])
      await expect(reader.db.query(statement)).rejects.toThrow()
  })

  it('is not created when it could read more, and never replaces a role that may do more', async () => {
    const other = `${role}_other`
    await db.query('grant select on sessions to public')
    await expect(giveBiAccess(db, { role: other, password })).rejects.toMatchObject({ code: 'conflict' })
    await db.query('revoke select on sessions from public')
    expect((await db.query('select from pg_roles where rolname = $1', [other])).rows).toHaveLength(0)
    await expect(giveBiAccess(db, { role: 'x; drop', password })).rejects.toMatchObject({ code: 'invalid' })
    const { rows } = await db.query<{ name: string }>('select current_user as name')
    await expect(giveBiAccess(db, { role: rows[0]?.name ?? '', password })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('runs the queries of docs/bi.md', async () => {
    await using reader = openDisposable()
    const text = readFileSync('docs/bi.md', 'utf8')
    const queries = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query = '']) => query)
    expect(queries).toHaveLength(4)
    // Replaces the variables that Grafana and Metabase fill in.
    for (const query of queries)
      await reader.db.query(query.replace('$__timeFilter(day)', 'true').replace(/\[\[.*\]\]/, ''))
  })

  it('gets a new password when it is created again, and keeps the views', async () => {
    await giveBiAccess(db, { role, password })
    await using reader = openDisposable()
    expect((await reader.db.query('select from assets')).rows).toHaveLength(1)
  })
})
