import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import type { ReviewState } from './schema'

/**
 * Invariant: `inspections.review_state` and `review_version` equal `inspection_reviews`, and every revision of a review
 * has one event with the earlier state. All writers go through here, with the rows of the inspections locked.
 */

/**
 * SQL of the writes from `planned`, which has one row for each review that changes: the new state and the earlier one.
 * The parts read only `planned` and never each other, because the planner does not know their sizes, and joining ten
 * thousand rows with ten thousand takes minutes.
 */
const showInLists = `update inspections as known
  set review_state = nullif(planned.state, 'unreviewed'),
      review_version = case when planned.state <> 'unreviewed' then planned.version end
  from planned where known.audit_id = planned.audit_id`

const noteEvents = (batch: string, actorId: string, actorName: string) => `insert into inspection_review_events
    (batch_id, audit_id, revision, state, note, version, assignee_id, due_on, actor_id, actor_name, at, before_state,
     before_note, before_version, before_reviewer_id, before_reviewer_name, before_reviewed_at, before_assignee_id,
     before_due_on)
  select ${batch}, audit_id, revision, state, note, version, assignee_id, due_on, ${actorId}, ${actorName},
    statement_timestamp(), before_state, before_note, before_version, before_reviewer_id, before_reviewer_name,
    before_reviewed_at, before_assignee_id, before_due_on
  from planned order by audit_id`

const before = `before.state as before_state, before.note as before_note, before.version as before_version,
  before.reviewer_id as before_reviewer_id, before.reviewer_name as before_reviewer_name,
  before.reviewed_at as before_reviewed_at, before.assignee_id as before_assignee_id, before.due_on as before_due_on`

export interface Target {
  auditId: string
  /** The version that was reviewed. */
  version: string
}

/** The author of a mark: a person, or a rule, which has no account. */
export interface Marker {
  userId: string | null
  name: string
}

export interface Marks {
  batchId: string
  actor: Marker
  targets: readonly Target[]
  state: ReviewState
  /** Undefined: each review keeps its own note. */
  note: string | undefined
  /** Assignee and due date. Undefined: each review keeps its own. Only a follow-up has them. */
  assigneeId?: string | null | undefined
  dueOn?: string | null | undefined
  /** Whether inspections that have a review keep its version. */
  keepsVersion?: boolean | undefined
  /** Whether to skip reviews that already have this state for this version. */
  skipsSame: boolean
}

/**
 * Locks inspections in the order of ids that every writer uses (`lockRows` of lib/sync/documents/documents.ts), so that
 * marks, passes and hydration never deadlock. Returns those that exist and meet all conditions, with their version.
 */
export async function lockInspections(
  tx: Queryable,
  auditIds: readonly string[],
  conditions: readonly Condition[] = [],
): Promise<Map<string, string>> {
  const values = new Values()
  const { rows } = await tx.query<{ audit_id: string; modified_at: string }>(
    `select audit_id, modified_at from inspections
     where audit_id = any(${values.add(auditIds, 'text[]')}) and ${writeWhere(conditions, values)}
     order by audit_id for no key update`,
    values.list,
  )
  return new Map(rows.map((row) => [row.audit_id, row.modified_at]))
}

/**
 * Writes marks of locked inspections: all reviews, events and list columns in one statement.
 * @returns how many were written
 */
export async function writeMarks(tx: Queryable, marks: Marks): Promise<number> {
  const { batchId, actor, targets, state, note, assigneeId, dueOn, keepsVersion = false, skipsSame } = marks
  const { rows } = await tx.query<{ n: number }>(
    `with planned as materialized (
       select * from (
         select target.audit_id,
           case when $13::boolean and before.state <> 'unreviewed' then before.version else target.version end as version,
           $3::text as state, coalesce($4::text, before.note, '') as note,
           case when $3 = 'follow-up' then case when $9::boolean then $10::uuid else before.assignee_id end end
             as assignee_id,
           case when $3 = 'follow-up' then case when $11::boolean then $12::date else before.due_on end end as due_on,
           coalesce(before.revision, 0) + 1 as revision, ${before}
         from unnest($1::text[], $2::timestamptz[]) as target (audit_id, version)
         left join inspection_reviews as before using (audit_id)
       ) as wanted
       where not $8::boolean
          or coalesce(before_state, 'unreviewed') <> state
          or (state <> 'unreviewed' and before_version <> version)
          or coalesce(before_note, '') <> note
          or before_assignee_id is distinct from assignee_id
          or before_due_on is distinct from due_on
     ), written as (
       insert into inspection_reviews
         (audit_id, state, note, version, assignee_id, due_on, reviewer_id, reviewer_name, reviewed_at, revision)
       select audit_id, state, note, version, assignee_id, due_on, $5::uuid, $6, statement_timestamp(), revision
       from planned
       order by audit_id
       on conflict (audit_id) do update set
         state = excluded.state, note = excluded.note, version = excluded.version,
         assignee_id = excluded.assignee_id, due_on = excluded.due_on, reviewer_id = excluded.reviewer_id,
         reviewer_name = excluded.reviewer_name, reviewed_at = excluded.reviewed_at, revision = excluded.revision
     ), noted as (${noteEvents('$7::uuid', '$5::uuid', '$6')}), shown as (${showInLists})
     select count(*) as n from planned`,
    [
      targets.map(({ auditId }) => auditId),
      targets.map(({ version }) => version),
      state,
      note ?? null,
      actor.userId,
      actor.name,
      batchId,
      skipsSame,
      assigneeId !== undefined,
      assigneeId ?? null,
      dueOn !== undefined,
      dueOn ?? null,
      keepsVersion,
    ],
  )
  return rows[0]?.n ?? 0
}

/**
 * Undoes the marks of a batch unless the review was changed since: each review returns to its earlier state, with a new
 * revision and its own event. The rows must be locked. An inspection that had no review becomes unreviewed.
 * @returns how many were restored
 */
export async function undoBatch(
  tx: Queryable,
  batchId: string,
  undo: { batchId: string; actor: Marker },
): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    `with planned as materialized (
       select undone.event_id, before.audit_id, before.revision + 1 as revision,
         coalesce(undone.before_state, 'unreviewed') as state,
         coalesce(undone.before_note, '') as note,
         coalesce(undone.before_version, before.version) as version,
         undone.before_assignee_id as assignee_id, undone.before_due_on as due_on,
         case when undone.before_state is null then $3::uuid else undone.before_reviewer_id end as reviewer_id,
         coalesce(undone.before_reviewer_name, $4) as reviewer_name,
         coalesce(undone.before_reviewed_at, statement_timestamp()) as reviewed_at, ${before}
       from inspection_review_events as undone
       join inspection_reviews as before on before.audit_id = undone.audit_id and before.revision = undone.revision
       where undone.batch_id = $1 and undone.undone_at is null
     ), ended as (
       update inspection_review_events as events set undone_at = statement_timestamp()
       from planned where events.event_id = planned.event_id
     ), written as (
       update inspection_reviews as reviews set
         state = planned.state, note = planned.note, version = planned.version,
         assignee_id = planned.assignee_id, due_on = planned.due_on, reviewer_id = planned.reviewer_id,
         reviewer_name = planned.reviewer_name, reviewed_at = planned.reviewed_at, revision = planned.revision
       from planned where reviews.audit_id = planned.audit_id
     ), noted as (${noteEvents('$2::uuid', '$3::uuid', '$4')}), shown as (${showInLists})
     select count(*) as n from planned`,
    [batchId, undo.batchId, undo.actor.userId, undo.actor.name],
  )
  return rows[0]?.n ?? 0
}
