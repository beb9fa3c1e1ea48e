import { expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { startWorld, type World } from '@/lib/testing/sync-world'
import { settleArchived } from './archived'
import { createSearch } from './search'

const readArchived = async (db: TestDatabase | World['db']) => {
  const { rows } = await db.query<{ id: string; archived: boolean | null }>(
    'select audit_id as id, archived from inspections order by audit_id',
  )
  return new Map(rows.map(({ id, archived }) => [id, archived]))
}

/** Leaves the rows as if their documents did not have the field. */
const forget = (db: World['db']) =>
  db.query('update inspections set archived = null, hydrated_modified_at = modified_at')

const refuse = () => Promise.reject(new Error('nothing is to be asked'))

it('settleArchived asks the search page by page which inspections are archived if their documents do not say so', async () => {
  await using world = await startWorld({ inspections: 260 })
  const { control } = world.standin
  for (const { audit_id } of control.truth().filter((_, at) => at % 3 === 0)) control.archive(audit_id)
  await world.pass()
  await forget(world.db)
  const search = createSearch(world.service)
  const archived = new Set(control.truth('true').map(({ audit_id }) => audit_id))
  const found = await settleArchived({ db: world.db, search, limit: 10 }, new AbortController().signal)
  expect(new Set(found)).toEqual(archived)
  for (const [id, isArchived] of await readArchived(world.db)) expect([id, isArchived]).toEqual([id, archived.has(id)])
})

it('settleArchived sends no request if every document has the flag, and ignores documents that were not read yet', async () => {
  await using db = await openTestDatabase()
  await db.query(
    `insert into inspections (audit_id, modified_at, hydrated_modified_at, archived)
     values ('audit_1', '2026-01-01', '2026-01-01', false), ('audit_2', '2026-01-02', null, null)`,
  )
  expect(await settleArchived({ db, search: refuse }, new AbortController().signal)).toEqual([])
})

it('settleArchived leaves crowded instants that exceed one response to the full reconciliation', async () => {
  await using world = await startWorld({ inspections: 1 })
  const { control } = world.standin
  for (const id of control.insert(25, { at: control.tick() })) control.setArchivedFlag(id, true)
  await world.pass()
  await forget(world.db)
  const before = control.requests().length
  await settleArchived({ db: world.db, search: createSearch(world.service), limit: 10 }, new AbortController().signal)
  expect(control.requests().length - before).toBeLessThanOrEqual(3)
  expect([...(await readArchived(world.db)).values()].filter((archived) => archived === null)).toHaveLength(25)
})
