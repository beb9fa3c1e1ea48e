import 'server-only'
import { randomUUID } from 'node:crypto'
import { recordActivity, relatedKey } from '@/lib/activity/journal'
import { writeChange } from '@/lib/asset-changes/change-write'
import { titleStatusChange } from '@/lib/asset-changes/texts'
import type { Database, Queryable } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import { addNotices, readAdminIds, readZone } from '@/lib/inbox/store'
import { enqueue } from '@/lib/outgoing/store'
import { noticeAssignments } from '@/lib/review/assignees'
import { readReviews } from '@/lib/review/data'
import { recordBatch } from '@/lib/review/log'
import { lockInspections, writeMarks } from '@/lib/review/write'
import { serverText } from '@/lib/server-text'
import type { WireStatusGroup } from '@/lib/service/assets'
import { formatDay } from '@/lib/time/time-format'
import { actionOf, planStatuses, readRecipients, type PlannedStatus, type Recipients } from './plan-data'
import { subjectPath } from './model'
import type { ActionOf, HitOutcome, Subject } from './schema'
import { lockActiveRule, pauseRule, ruleActor, subjectTitle, type ActiveRule } from './store'

const dayMs = 86_400_000

/** The kind of object in the activity log for each subject of a rule. */
const objectKinds: Readonly<Record<Subject, string>> = {
  inspection: 'inspection',
  asset: 'asset',
  import: 'user-job',
  system: 'system',
}

interface TakenHit {
  hit_id: string
  rule_id: string
  subject: Subject
  /** Id of the inspection, asset or import, or the name of the trouble. */
  audit_id: string
  version: string
  title: string | null
}

export interface ActTools {
  db: Database
  nowMs: number
  /** Status groups as the service has them now. They are only requested when a rule sets a status. */
  readGroups: () => Promise<readonly WireStatusGroup[]>
}

/** Pauses the rule, logs this as an act of the rule, and notifies admins. */
async function pause(tx: Queryable, { ruleId, name, countedFrom }: ActiveRule, reason: string): Promise<void> {
  if (!(await pauseRule(tx, ruleId, reason))) return
  await recordActivity(
    tx,
    ruleActor(name),
    { action: 'rule.pause', objectKind: 'rule', objectId: ruleId, objectName: name },
    { outcome: 'done', note: reason },
  )
  await addNotices(tx, [
    {
      userIds: await readAdminIds(tx),
      kind: 'rule',
      // If the rule is resumed and paused again, this is reported again.
      cause: `rule-paused ${ruleId} ${countedFrom}`,
      text: serverText('inbox.notices.rulePaused', { rule: name }),
      detail: reason,
      target: { kind: 'rules', id: null },
    },
  ])
}

/**
 * Whether the rule has reached its limit of acts within an hour. The rule's row is locked, so two consoles count
 * together.
 */
async function isOverLimit(tx: Queryable, { ruleId, actsMax, countedFrom }: ActiveRule): Promise<boolean> {
  const { rows } = await tx.query<{ n: number }>(
    `select count(*) as n from rule_hits where rule_id = $1 and state = 'done'
       and acted_at > greatest(now() - interval '1 hour', $2::timestamptz)`,
    [ruleId, countedFrom],
  )
  return (rows[0]?.n ?? 0) >= actsMax
}

/** Why the rule cannot act, as a server text: a person, role or status that it needs no longer exists. */
function findProblem(
  { actions }: ActiveRule,
  { problems: [problem] }: Recipients,
  groups: readonly WireStatusGroup[],
): string | null {
  if (problem !== undefined) return problem
  for (const { status } of actionOf(actions, 'set-status')) {
    const group = groups.find(({ groupId }) => groupId === status.groupId)
    if (group?.options.some(({ optionId }) => optionId === status.optionId) !== true)
      return serverText('rules.paused.status', { status: status.name })
  }
  return null
}

/** Creates a follow-up, unless the inspection already has one or a person has reviewed this version. */
async function createFollowUp(
  tx: Queryable,
  rule: ActiveRule,
  hit: TakenHit,
  { action, nowMs }: { action: ActionOf<'follow-up'>; nowMs: number },
): Promise<'created' | 'kept'> {
  const { audit_id: auditId, version } = hit
  const known = await lockInspections(tx, [auditId])
  const standing = (await readReviews(tx, [auditId])).get(auditId)
  const isTaken = standing?.state === 'follow-up' || (standing?.state === 'reviewed' && standing.version >= version)
  if (!known.has(auditId) || isTaken) return 'kept'
  const batchId = randomUUID()
  const actor = ruleActor(rule.name)
  const dueOn =
    action.dueDays === null ? null : formatDay(nowMs + action.dueDays * dayMs, await readZone(tx, action.assigneeId))
  await writeMarks(tx, {
    batchId,
    actor,
    targets: [{ auditId, version }],
    state: 'follow-up',
    note: action.note,
    assigneeId: action.assigneeId,
    dueOn,
    skipsSame: false,
  })
  await noticeAssignments(tx, actor, batchId)
  await recordBatch(tx, actor, {
    action: 'review.mark',
    batchId,
    after: { state: 'follow-up', note: action.note, dueOn },
  })
  return 'created'
}

/** Proposes or sets the statuses of the assets that the version names in its answers. */
async function handleStatuses(
  tx: Queryable,
  rule: ActiveRule,
  hit: TakenHit,
  groups: readonly WireStatusGroup[],
): Promise<{ proposed: number; set: number; notes: string[]; changeId: string | null }> {
  const [action] = actionOf(rule.actions, 'set-status')
  if (action === undefined || hit.subject !== 'inspection') return { proposed: 0, set: 0, notes: [], changeId: null }
  const planned = await planStatuses(tx, rule.actions, { auditId: hit.audit_id, version: hit.version })
  const types = new Set(groups.find(({ groupId }) => groupId === action.status.groupId)?.typeIds)
  const fitting = planned.filter(({ typeId }) => typeId !== null && types.has(typeId))
  const { rows: open } = await tx.query<{ asset_id: string }>(
    `select asset_id from rule_statuses where state = 'open' and asset_id = any($1::text[]) and after ->> 'optionId' = $2`,
    [fitting.map(({ assetId }) => assetId), action.status.optionId],
  )
  const isOpen = new Set(open.map((row) => row.asset_id))
  const chosen = fitting.filter(({ assetId }) => !isOpen.has(assetId))
  const notes = [
    ...(planned.length > fitting.length
      ? [serverText('rules.notes.unfit', { count: planned.length - fitting.length, status: action.status.name })]
      : []),
    ...(isOpen.size > 0 ? [serverText('rules.notes.proposed', { count: isOpen.size })] : []),
  ]
  if (chosen.length === 0) return { proposed: 0, set: 0, notes, changeId: null }
  const isAutomatic = action.mode === 'automatic'
  const changeId = isAutomatic ? await startChange(tx, rule, chosen) : null
  await tx.query(
    `insert into rule_statuses (hit_id, asset_id, asset_name, before, after, state, decided_at, change_id)
     select $1, asset_id, asset_name, nullif(before, 'null'::jsonb), after, $3, case when $3 = 'set' then now() end, $4
     from jsonb_to_recordset($2::jsonb) as given(asset_id text, asset_name text, before jsonb, after jsonb)`,
    [
      hit.hit_id,
      JSON.stringify(
        chosen.map(({ assetId, name, before, after }) => ({ asset_id: assetId, asset_name: name, before, after })),
      ),
      isAutomatic ? 'set' : 'open',
      changeId,
    ],
  )
  return { proposed: isAutomatic ? 0 : chosen.length, set: isAutomatic ? chosen.length : 0, notes, changeId }
}

const startChange = (tx: Queryable, rule: ActiveRule, chosen: readonly PlannedStatus[]) =>
  writeChange(tx, ruleActor(rule.name), {
    kind: 'set-status',
    title: titleStatusChange(
      chosen.map(({ name }) => name),
      chosen[0]?.after.name ?? null,
    ),
    steps: chosen.map(({ assetId, name, before, after }) => ({
      objectKind: 'asset',
      objectId: assetId,
      objectName: name,
      before,
      after,
    })),
  })

/** The text of a notice about a hit. */
function describeHit(
  { name: rule }: ActiveRule,
  { subject, audit_id: id }: TakenHit,
  { title, proposed }: { title: string; proposed: number },
): string {
  if (proposed > 0) return serverText('inbox.notices.proposal', { rule, title, count: proposed })
  if (subject !== 'system') return serverText('inbox.notices.rule', { rule, title })
  return serverText(id === 'sync' ? 'inbox.notices.ruleSync' : 'inbox.notices.ruleBudget', { rule })
}

/** Carries out all effects of a hit, and returns its outcome. */
async function carryOut(
  tx: Queryable,
  rule: ActiveRule,
  hit: TakenHit,
  { nowMs, groups, people }: { nowMs: number; groups: readonly WireStatusGroup[]; people: Recipients['people'] },
): Promise<HitOutcome & { changeId: string | null }> {
  const title = hit.title ?? hit.audit_id
  let followUp: HitOutcome['followUp'] = null
  const [action] = actionOf(rule.actions, 'follow-up')
  if (action !== undefined && hit.subject === 'inspection')
    followUp = await createFollowUp(tx, rule, hit, { action, nowMs })
  const { proposed, set, notes, changeId } = await handleStatuses(tx, rule, hit, groups)
  const notice = {
    kind: 'rule' as const,
    cause: `rule ${hit.hit_id}`,
    text: describeHit(rule, hit, { title, proposed }),
    target: proposed > 0 ? ({ kind: 'proposals', id: null } as const) : { kind: hit.subject, id: hit.audit_id },
  }
  const ids = (email: boolean) => people.filter((one) => one.email === email).map(({ userId }) => userId)
  await addNotices(tx, [
    { ...notice, userIds: ids(false) },
    { ...notice, userIds: ids(true), email: true },
  ])
  const targetIds = actionOf(rule.actions, 'send').flatMap((one) => one.targetIds)
  const event = {
    type: 'rule' as const,
    rule: { id: rule.ruleId, name: rule.name },
    subject: {
      kind: hit.subject,
      id: hit.audit_id,
      name: title,
      path: subjectPath(hit.subject, hit.audit_id),
    },
    version: hit.subject === 'inspection' ? hit.version : null,
    details: [],
  }
  const sent = targetIds.length === 0 ? 0 : await enqueue(tx, targetIds, { cause: `rule ${hit.hit_id}`, event })
  return { notified: people.length, followUp, proposed, set, sent, notes, changeId }
}

/**
 * Acts on a waiting hit. All its effects, its outcome and its log entry are one transaction. A console that is killed
 * therefore leaves nothing half done. Another console that takes the same hit does not wait and does nothing.
 * @returns the bulk change that was started, so that the caller can wake its worker; null when there is none
 * @throws AppError unavailable and other codes when the status groups cannot be read; the hit then stays waiting
 */
export async function actOnHit({ db, nowMs, readGroups }: ActTools, hitId: string): Promise<string | null> {
  // The groups are read before the transaction, which holds locks.
  const { rows: needing } = await db.query(
    `select from rule_hits join rules using (rule_id) where hit_id = $1 and actions @> '[{"kind": "set-status"}]'`,
    [hitId],
  )
  const groups = needing.length === 0 ? [] : await readGroups()
  const result = await db.transaction(async (tx) => {
    const { rows } = await tx.query<TakenHit>(
      `select hit_id, rule_id, subject, audit_id, version, ${subjectTitle} as title
       from rule_hits where hit_id = $1 and state = 'waiting' for update skip locked`,
      [hitId],
    )
    const [hit] = rows
    const rule = hit === undefined ? null : await lockActiveRule(tx, hit.rule_id)
    if (hit === undefined || rule === null) return null
    if (await isOverLimit(tx, rule)) {
      await pause(tx, rule, serverText('rules.paused.limit', { count: rule.actsMax }))
      return null
    }
    const recipients = await readRecipients(tx, rule.actions)
    const problem = findProblem(rule, recipients, groups)
    if (problem !== null) {
      await pause(tx, rule, problem)
      return null
    }
    const { changeId, ...outcome } = await carryOut(tx, rule, hit, { nowMs, groups, people: recipients.people })
    await tx.query(
      `update rule_hits set state = 'done', acted_at = clock_timestamp(), outcome = $2 where hit_id = $1`,
      [hit.hit_id, JSON.stringify(outcome)],
    )
    const { notified, followUp, proposed, set, sent } = outcome
    await recordActivity(tx, ruleActor(rule.name), {
      action: 'rule.act',
      objectKind: objectKinds[hit.subject],
      objectId: hit.audit_id,
      objectName: hit.title ?? hit.audit_id,
      after: { version: hit.version, notified, followUp, proposed, set, sent },
      related: [relatedKey('rule', rule.ruleId)],
    })
    return { changeId, ruleId: rule.ruleId, auditId: hit.audit_id, hasReview: followUp === 'created' }
  })
  if (result === null) return null
  publishChange('rules', [result.ruleId])
  if (result.hasReview) publishChange('reviews', [result.auditId])
  if (result.changeId !== null) publishChange('asset-changes', [result.changeId])
  return result.changeId
}
