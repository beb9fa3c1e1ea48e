import { expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import { nameAssets } from './assets-data'

it('assets are named by their code, or else as an inspection names them, and unknown assets are omitted', async () => {
  await using db = await openTestDatabase()
  await db.query(`insert into inspections (audit_id, modified_at) values ('audit_1', now())`)
  await db.query(
    `insert into inspection_assets (audit_id, position, ref, label)
     values ('audit_1', 0, 'id-1', 'Old name'), ('audit_1', 1, 'Crane 4', 'Crane 4')`,
  )
  await db.query(
    `insert into assets (asset_id, code, type_id, state, document, search_text, seen_at) values ('id-1', 'FL-0001', 'type', 'active', '{}', '', now())`,
  )
  expect(await nameAssets(['id-1', 'Crane 4', 'never', 'id-1'], db)).toEqual([
    { ref: 'id-1', label: 'FL-0001' },
    { ref: 'Crane 4', label: 'Crane 4' },
  ])
})
