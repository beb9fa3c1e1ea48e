import 'server-only'
import { readStoredStatus } from '@/lib/assets/data'
import type { AssetStatus } from '@/lib/assets/schema'
import type { Queryable } from '@/lib/db/types'
import { readTargetNames } from '@/lib/outgoing/store'
import { findPeople } from '@/lib/people/names-data'
import { listNamedAssets } from '@/lib/report/assets-model'
import { serverText } from '@/lib/server-text'
import { readVersionReport } from './answers-data'
import { hasInspection } from './model'
import type { ActionOf, RuleAction, RuleBody } from './schema'

/** What the actions of a rule mean for one inspection, both for acting and for previews. */

export const actionOf = <Kind extends RuleAction['kind']>(actions: readonly RuleAction[], kind: Kind) =>
  actions.filter((action): action is ActionOf<Kind> => action.kind === kind)

/**
 * Problems of actions that need an inspection although the trigger is not about inspections: at most one server text.
 */
export const listUnfit = ({ trigger, actions }: RuleBody): string[] =>
  !hasInspection(trigger.kind) && actions.some(({ kind }) => kind === 'follow-up' || kind === 'set-status')
    ? [serverText('rules.fields.onlyInspections')]
    : []

interface Recipient {
  userId: string
  name: string
  email: boolean
}

export interface Recipients {
  people: Recipient[]
  /** Names of the webhook targets. */
  targets: string[]
  problems: string[]
}

/**
 * The people whom the actions notify, the targets to which they send, and the problems with both: people who cannot
 * sign in, no recipients, deleted webhooks.
 */
export async function readRecipients(db: Queryable, actions: readonly RuleAction[]): Promise<Recipients> {
  const notifying = actionOf(actions, 'notify')
  const named = [
    ...notifying.flatMap(({ userIds }) => userIds),
    ...actionOf(actions, 'follow-up').flatMap(({ assigneeId }) => assigneeId ?? []),
  ]
  const active = new Map((await findPeople(db, named)).map(({ userId, name }) => [userId, name]))
  const problems = named.some((userId) => !active.has(userId)) ? [serverText('rules.paused.person')] : []
  const targetIds = new Set(actionOf(actions, 'send').flatMap((action) => action.targetIds))
  const targets = targetIds.size === 0 ? [] : await readTargetNames(db, [...targetIds])
  if (targets.length < targetIds.size) problems.push(serverText('rules.paused.target'))
  const people = new Map<string, Recipient>()
  for (const { userIds, roles, email } of notifying) {
    const { rows } = await db.query<{ user_id: string; name: string }>(
      `select user_id, name from users where kind = 'person' and disabled_at is null
         and (user_id = any($1::uuid[]) or role = any($2::text[])) order by lower(name), user_id`,
      [userIds, roles],
    )
    if (rows.length === 0 && problems.length === 0) problems.push(serverText('rules.paused.nobody'))
    for (const { user_id: userId, name } of rows)
      people.set(userId, { userId, name, email: email || people.get(userId)?.email === true })
  }
  return { people: [...people.values()], targets, problems }
}

export interface PlannedStatus {
  assetId: string
  name: string
  typeId: string | null
  before: AssetStatus | null
  after: AssetStatus
}

/** Ids and labels of the assets in the answers of a version. Hidden questions do not count. */
async function readAssetRefs(db: Queryable, auditId: string, version: string): Promise<string[]> {
  const report = await readVersionReport(db, auditId, version)
  if (report === null) return []
  return listNamedAssets(report).flatMap(({ ref, label }) => [ref, label])
}

/**
 * What the first action that sets a status would change. It applies to the assets that the inspection names by id, or
 * by a code that only one asset has. Assets that already have the status are left out.
 */
export async function planStatuses(
  db: Queryable,
  actions: readonly RuleAction[],
  { auditId, version }: { auditId: string; version: string },
): Promise<PlannedStatus[]> {
  const [action] = actionOf(actions, 'set-status')
  if (action === undefined) return []
  const refs = await readAssetRefs(db, auditId, version)
  if (refs.length === 0) return []
  const { rows } = await db.query<{
    asset_id: string
    code: string
    type_id: string | null
    option_id: string | null
    option_name: string | null
    option_color: string | null
    group_id: string | null
  }>(
    `select asset_id, code, type_id, option_id, option_name, option_color, group_id from assets
     where missing_at is null and (asset_id = any($1::text[]) or (code = any($1::text[]) and not exists (
       select from assets as other where other.code = assets.code and other.asset_id <> assets.asset_id
         and other.missing_at is null)))
     order by asset_id`,
    [refs],
  )
  return rows
    .filter(({ option_id }) => option_id !== action.status.optionId)
    .map((row) => ({
      assetId: row.asset_id,
      name: row.code || row.asset_id,
      typeId: row.type_id,
      before: readStoredStatus(row),
      after: action.status,
    }))
}
