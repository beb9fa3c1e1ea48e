import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { recordActivity } from '@/lib/activity/journal'
import { wakeWorker, writeChange } from '@/lib/asset-changes/change-write'
import { readKnownAsset } from '@/lib/asset-changes/known-assets'
import { titleStatusChange } from '@/lib/asset-changes/texts'
import type { AssetStatus } from '@/lib/assets/schema'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { proposalColumns, proposalsFrom, toProposal, type StoredProposal } from './data'
import type { Decision, Proposal } from './proposals-schema'

async function lockProposal(tx: Queryable, proposalId: string): Promise<Proposal> {
  const { rows } = await tx.query<StoredProposal>(
    `select ${proposalColumns} from ${proposalsFrom} where proposal_id = $1 for update of rule_statuses`,
    [proposalId],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('rules.proposalNotFound'))
  return toProposal(row)
}

/**
 * Starts a change of one asset in the name of the person.
 * @throws AppError conflict when the asset was removed
 */
async function startChange(
  tx: Queryable,
  actor: Actor,
  { assetId, assetName }: Proposal,
  status: AssetStatus | null,
  requires: string | null,
): Promise<string> {
  const asset = await readKnownAsset(tx, assetId)
  if (asset === null) throw new AppError('conflict', serverText('rules.assetRemoved'))
  // An undo must not overwrite what another person has set since.
  if (requires !== null && asset.status?.optionId !== requires)
    throw new AppError('conflict', serverText('rules.statusChanged', { asset: assetName }))
  return writeChange(tx, actor, {
    kind: 'set-status',
    title: titleStatusChange([assetName], status?.name ?? null),
    steps: [{ objectKind: 'asset', objectId: assetId, objectName: assetName, before: asset.status, after: status }],
  })
}

const wanted = { confirm: 'open', dismiss: 'open', undo: 'set' } as const
const results = { confirm: 'set', dismiss: 'dismissed', undo: 'undone' } as const

/**
 * Decides about a status that a rule proposes, or undoes a status that a person or the rule itself has set.
 * @throws AppError not_found; conflict when the proposal was already decided, or the asset has another status since
 */
export async function decideProposal(
  actor: Actor,
  proposalId: string,
  decision: Decision,
  { db: given, wake = wakeWorker }: { db?: Database; wake?: () => void } = {},
): Promise<Proposal> {
  const db = given ?? (await database())
  const decided = await db.transaction(async (tx) => {
    const before = await lockProposal(tx, proposalId)
    if (before.state !== wanted[decision]) throw new AppError('conflict', serverText('rules.decided'))
    const changeId =
      decision === 'dismiss'
        ? null
        : decision === 'confirm'
          ? await startChange(tx, actor, before, before.after, null)
          : await startChange(tx, actor, before, before.before, before.after.optionId)
    await tx.query(
      `update rule_statuses set state = $2, decided_at = clock_timestamp(), decided_by_name = $3,
         change_id = case when $4 = 'confirm' then $5::uuid else change_id end,
         undo_change_id = case when $4 = 'undo' then $5::uuid else undo_change_id end
       where proposal_id = $1`,
      [proposalId, results[decision], actor.name, decision, changeId],
    )
    await recordActivity(tx, actor, {
      action: `rule-status.${decision}`,
      objectKind: 'asset',
      objectId: before.assetId,
      objectName: before.assetName,
      before: { status: before.before?.name ?? null },
      after: { status: before.after.name, rule: before.ruleName },
    })
    return lockProposal(tx, proposalId)
  })
  if (decision !== 'dismiss') wake()
  publishChange('rules')
  if (decided.changeId !== null) publishChange('asset-changes', [decided.changeId])
  return decided
}
