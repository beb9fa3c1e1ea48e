import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { actOnHit } from '@/lib/rules/act'
import { decideVersions } from '@/lib/rules/decide'
import { testGroups } from '@/lib/rules/testing'
import { auditId } from '@/lib/ids'
import { storeDocuments, type StoredDocument } from '@/lib/sync/documents/documents'
import { readDocument } from '@/lib/sync/documents/read-document'
import { versionWatch } from '@/lib/sync/documents/version-watch'
import { prepareRules, readRuleReport } from './rules'
import { titleWords } from './writer'

let db: TestDatabase
const [word, other] = titleWords
const asset = { id: 'asset_1', code: 'FL-001' }

function makeVersion(id: number, minute: number, title: string): StoredDocument {
  const own = auditId.parse(`audit_${String(id).padStart(6, '0')}`)
  const modifiedAt = new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString()
  const text = JSON.stringify({
    audit_id: own,
    template_id: 'template_1',
    created_at: modifiedAt,
    modified_at: modifiedAt,
    audit_data: { name: title },
    template_data: {},
    header_items: [],
    items: [{ item_id: 'a', type: 'asset', responses: { assets: [{ id: asset.id, name: asset.code }] } }],
  })
  const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
  return { ...read, auditId: own, text, bytes: null, modifiedAt }
}

const store = (...versions: StoredDocument[]) => storeDocuments(db, versions, Date.now())

async function actOnAll(): Promise<void> {
  const { rows } = await db.query<{ hit_id: string }>(`select hit_id from rule_hits where state = 'waiting'`)
  for (const { hit_id: hitId } of rows)
    await actOnHit({ db, nowMs: Date.now(), readGroups: () => Promise.resolve(testGroups) }, hitId)
}

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  versionWatch().watch = decideVersions
  await prepareRules(db, [asset])
  await store(makeVersion(1, 1, word), makeVersion(2, 1, other))
  await store(makeVersion(1, 2, word), makeVersion(2, 2, word))
  await store(makeVersion(1, 3, other))
  await store(makeVersion(1, 4, word))
  await actOnAll()
})

afterAll(async () => {
  versionWatch().watch = null
  await db[Symbol.asyncDispose]()
})

/** The problems that the report names after a statement damaged the database. The damage is rolled back. */
async function reportAfter(damage: string): Promise<string[]> {
  let faults: string[] = []
  await db
    .transaction(async (tx) => {
      await tx.query(damage)
      faults = (await readRuleReport(tx)).faults
      throw new Error('taken back')
    })
    .catch(() => undefined)
  return faults
}

describe('the verification of the rule of a soak', { tags: ['R34'] }, () => {
  it('finds no problem when the rule acted once for each version that got its word', async () => {
    expect(await readRuleReport(db)).toEqual({
      faults: [],
      figures: {
        'versions that the rule is due for': 3,
        'acts of the rule': 3,
        'acts by the second console': 0,
        'inbox items of the rule': 3,
        'follow-ups of the rule': 2,
        'statuses set by the rule': 3,
      },
    })
  })

  const newest = '(select hit_id from rule_hits order by version desc limit 1)'
  it.each([
    ['versions that it did not decide on: 1', `delete from rule_hits where hit_id = ${newest}`],
    [
      'versions that it should not have acted on: 1',
      'delete from soak_due where version = (select max(version) from soak_due)',
    ],
    ['hits that were not acted on: 1', `update rule_hits set state = 'skipped' where hit_id = ${newest}`],
    ['hits that were acted on more than once: 1', `insert into soak_acts values (${newest}, 'other')`],
    ['hits without exactly one inbox item: 1', `delete from notices where cause = 'rule ' || ${newest}`],
    [
      'hits without exactly one entry in the log: 3',
      `insert into activity select (jsonb_populate_record(log, jsonb_build_object('activity_id', gen_random_uuid()))).* from activity as log where action = 'rule.act'`,
    ],
    ['inspections without exactly one follow-up of the rule: 2', 'delete from inspection_review_events where true'],
    ['assets of hits without exactly one status: 1', `delete from rule_statuses where hit_id = ${newest}`],
    ['rules that were paused: 1', 'update rules set paused_at = now()'],
  ])('reports %s', async (fault, damage) => {
    expect(await reportAfter(damage)).toContain(fault)
  })
})
