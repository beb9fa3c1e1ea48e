import type { Actor } from '@/lib/access/actor'
import type { Database } from '@/lib/db/types'
import { auditId } from '@/lib/ids'
import type { WireStatusGroup } from '@/lib/service/assets'
import { storeDocuments, type StoredDocument } from '@/lib/sync/documents/documents'
import { readDocument } from '@/lib/sync/documents/read-document'
import { createRule } from './mutations'
import { newRule, type AnswerCondition, type NewRule, type Rule, type TriggerOf } from './schema'

/** Versions of inspections and rules for tests of rules. */

const firstMs = Date.parse('2026-11-01T00:00:00.000Z')
export const versionOf = (version: number) => new Date(firstMs + version * 60_000).toISOString()
export const idOfAudit = (number: number) => auditId.parse(`audit_${String(number).padStart(6, '0')}`)

/** Makes a version whose title and answers say whether it is broken, and which assets it names. */
export function makeVersion(
  number: number,
  version: number,
  { isBroken, assets = [] }: { isBroken: boolean; assets?: readonly string[] },
): StoredDocument {
  const text = JSON.stringify({
    audit_id: idOfAudit(number),
    template_id: 'template_1',
    created_at: versionOf(0),
    modified_at: versionOf(version),
    audit_data: { name: isBroken ? 'broken' : 'fine' },
    template_data: { metadata: { name: 'Yard check' } },
    header_items: [],
    items: [
      { item_id: 'asset', type: 'asset', label: 'Asset', responses: { assets } },
      {
        item_id: 'State',
        type: 'question',
        label: 'State of it',
        responses: { selected: [{ id: isBroken ? 'b' : 'f', label: isBroken ? 'Broken' : 'Fine' }], failed: isBroken },
      },
      { item_id: 'hours', type: 'slider', label: 'Hours', responses: { value: isBroken ? 120 : 80 } },
    ],
  })
  const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
  return { ...read, auditId: idOfAudit(number), text, bytes: null, modifiedAt: versionOf(version) }
}

export const storeVersions = (db: Database, versions: readonly StoredDocument[]) =>
  storeDocuments(db, versions, Date.now())

export const brokenTrigger = { kind: 'matches' as const, query: 'q=broken', viewId: null }

/** A trigger about the answers of these versions. */
export const answerTrigger = (
  condition: AnswerCondition = { test: 'equals', text: 'broken' },
  question = 'state',
): TriggerOf<'answer'> => ({
  kind: 'answer',
  templateId: 'template_1',
  templateName: 'Yard check',
  question,
  label: 'State of it',
  condition,
})

export const testStatus = { optionId: 'out', name: 'Out of service', color: '#cc0000', groupId: 'group_1' }
export const testGroups: readonly WireStatusGroup[] = [
  {
    groupId: 'group_1',
    name: 'Vehicles',
    description: '',
    typeIds: ['type_1'],
    options: [{ optionId: 'out', name: 'Out of service', color: '#cc0000', rest: {} }],
    unreadCount: 0,
    rest: {},
  },
]

/** Adds a rule that decides about all versions of these tests, although they are older than the rule. */
export async function addRule(db: Database, actor: Actor, given: Partial<NewRule> = {}): Promise<Rule> {
  const rule = await createRule(
    actor,
    newRule.parse({
      name: 'Broken',
      trigger: brokenTrigger,
      actions: [{ kind: 'notify', userIds: [actor.userId], roles: [], email: false }],
      actsMax: 1_000,
      ...given,
    }),
    db,
  )
  await db.query(`update rules set since = '2026-10-01' where rule_id = $1`, [rule.ruleId])
  return rule
}

/** Adds an asset of a type that can have the status. */
export async function addAsset(db: Database, assetId: string, code = assetId, typeId = 'type_1'): Promise<void> {
  await db.query(
    `insert into assets (asset_id, code, type_id, type_name, state, search_text, document, seen_at)
     values ($1, $2, $3, 'Forklift', 'active', '', '{}', now())`,
    [assetId, code, typeId],
  )
}
