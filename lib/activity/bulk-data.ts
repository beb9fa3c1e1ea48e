import 'server-only'
import * as z from 'zod'
import type { Queryable } from '@/lib/db/types'
import { firstServerText } from '@/lib/server-text'
import type { Condition } from './filter'
import type { ActivityBulk, ActivityEntry } from './schema'

/**
 * Progress of bulk changes for the entries that started them, from the tables of each kind of change, and the number of
 * steps in the log.
 */

type Started = Pick<ActivityEntry, 'activityId' | 'action' | 'objectId' | 'isWithheld'>
type Figures = Pick<ActivityBulk, 'total' | 'done' | 'unchanged' | 'failed' | 'unknown' | 'cancelled' | 'open'>

/** Counts of a table of steps by state. States that the table does not have count 0. */
const figures = (alias: string, open: string, done = 'done') => `count(*) as total,
  count(*) filter (where ${alias}.state in (${done})) as done, count(*) filter (where ${alias}.state = 'unchanged') as unchanged,
  count(*) filter (where ${alias}.state = 'failed') as failed, count(*) filter (where ${alias}.state = 'unknown') as unknown,
  count(*) filter (where ${alias}.state = 'cancelled') as cancelled, count(*) filter (where ${alias}.state in (${open})) as open`

interface ChangeRow extends Figures {
  id: string
  kind: 'set-status' | 'assign-types' | 'restore-statuses' | 'undo-and-restore'
  is_undo: boolean
  targets: number
  only: string | null
  target: { optionId?: string; groupId?: string | null; name?: string; color?: string } | null
}

async function readChanges(db: Queryable, ids: readonly string[]): Promise<Map<string, ActivityBulk>> {
  const { rows } = await db.query<ChangeRow>(
    `select c.change_id as id, c.kind, c.kind in ('assign-types', 'undo-and-restore') and c.of_change_id is not null as is_undo,
       ${figures('s', `'waiting', 'running'`, `'done'`)},
       count(distinct coalesce(s.after ->> 'name', '')) as targets,
       case when count(*) = 1 then min(s.object_name) end as only,
       (select first.after from asset_change_steps first where first.change_id = c.change_id order by position limit 1) as target
     from asset_changes c join asset_change_steps s using (change_id)
     where c.change_id = any($1::uuid[]) and (c.kind <> 'undo-and-restore' or s.object_kind = 'asset-type') group by c.change_id`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, toBulk(row)]))
}

function actOf({ kind, is_undo, targets, target }: ChangeRow): ActivityBulk['act'] {
  if (kind === 'restore-statuses') return 'restore-status'
  if (kind === 'set-status') return target === null ? 'clear-status' : 'set-status'
  if (is_undo) return 'undo'
  if (targets > 1) return 'change-group'
  return target === null ? 'remove-group' : 'assign-group'
}

function toBulk(row: ChangeRow): ActivityBulk {
  const { id: _id, kind, is_undo: _is, targets, target, only, ...counted } = row
  const isOne = targets === 1 && kind !== 'restore-statuses' && target?.name !== undefined
  return {
    ...counted,
    things: kind === 'assign-types' || kind === 'undo-and-restore' ? 'asset-type' : 'asset',
    act: actOf(row),
    only,
    to: isOne ? { id: target.groupId ?? null, name: target.name ?? '', color: target.color ?? '' } : null,
  }
}

const readCounted =
  (things: 'user' | 'document', from: string, counts: string) =>
  async (db: Queryable, ids: readonly string[]): Promise<Map<string, ActivityBulk>> => {
    const { rows } = await db.query<Figures & { id: string }>(
      `select s.job_id as id, ${counts} from ${from} s where s.job_id = any($1::uuid[]) group by s.job_id`,
      [ids],
    )
    return new Map(
      rows.map(({ id, ...counted }) => [
        id,
        { ...counted, things, act: null, only: null, to: null } satisfies ActivityBulk,
      ]),
    )
  }

const isJobId = (id: string | null): id is string => z.uuid().safeParse(id).success

interface Source {
  actions: readonly string[]
  /** Whether everyone may see the progress. Otherwise the reader needs the permission to see before and after. */
  isOpen: boolean
  read: (db: Queryable, ids: readonly string[]) => Promise<Map<string, ActivityBulk>>
}

const sources: readonly Source[] = [
  { actions: ['asset-change.start'], isOpen: true, read: readChanges },
  {
    actions: ['user-job.run', 'user-job.check'],
    isOpen: false,
    read: readCounted('user', 'user_job_rows', figures('s', `'waiting', 'sent'`, `'ok', 'warned'`)),
  },
  {
    actions: ['export.start'],
    isOpen: false,
    read: readCounted('document', 'export_files', figures('s', `'waiting', 'starting', 'running'`, `'ready'`)),
  },
]

/** Titles of asset changes by change id. They can be shown in any language; the log only has them in English. */
export async function readChangeTitles(
  db: Queryable,
  entries: ReadonlyArray<Pick<ActivityEntry, 'objectKind' | 'objectId'>>,
): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ objectKind, objectId }) =>
    objectKind === 'asset-change' && isJobId(objectId) ? [objectId] : [],
  )
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; title: string }>(
    'select change_id as id, title from asset_changes where change_id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const undoPrefix = 'Undo: '

/** The title of the change that an undo with this title reverts. Old titles are plain English, not server texts. */
export function readUndoneTitle(title: string): string {
  const undone = firstServerText(title)?.values['title']
  if (typeof undone === 'string') return undone
  return title.startsWith(undoPrefix) ? title.slice(undoPrefix.length) : title
}

/** The bulk changes that these entries started, by entry id. */
export async function readBulks(db: Queryable, entries: readonly Started[]): Promise<Map<string, ActivityBulk>> {
  const found = await Promise.all(
    sources.map(async ({ actions, isOpen, read }) => {
      const started = entries.flatMap(({ activityId, action, objectId, isWithheld }) =>
        actions.includes(action) && isJobId(objectId) && (isOpen || !isWithheld) ? [{ activityId, objectId }] : [],
      )
      if (started.length === 0) return []
      const bulks = await read(
        db,
        started.map(({ objectId }) => objectId),
      )
      return started.flatMap(({ activityId, objectId }) => {
        const bulk = bulks.get(objectId)
        return bulk === undefined ? [] : [[activityId, bulk] as const]
      })
    }),
  )
  return new Map(found.flat())
}

/**
 * Counts the steps of these entries that the reader may see. If an entry itself does not match the filter, its matching
 * steps are counted too.
 * @param matching the filter, which begins with the conditions and values of `visible`; null: no filter
 */
export async function countSteps(
  db: Queryable,
  ids: readonly string[],
  { visible, matching }: { visible: Condition; matching: Condition | null },
): Promise<Map<string, { total: number; matching: number | null }>> {
  const { where, values } = matching ?? visible
  const isMatch = where.join(' and ')
  const given = `$${values.length + 1}::uuid[]`
  const { rows } = await db.query<{ id: string; total: number; matching: number | null }>(
    `select parent_id as id, count(*) as total,
       case when parent_id not in (select activity_id from activity where activity_id = any(${given}) and ${isMatch})
         then count(*) filter (where ${isMatch}) end as matching
     from activity where parent_id = any(${given}) and ${visible.where.join(' and ')} group by parent_id`,
    [...values, ids],
  )
  return new Map(rows.map(({ id, total, matching: hits }) => [id, { total, matching: hits }]))
}
