import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

/**
 * Read access for tools such as Grafana and Metabase: views in the schema `bi` with stable names and columns, and a
 * role that can read only these views. docs/bi.md describes them.
 */

/** The views by name. They have the same rows as the screens: objects that SafetyCulture no longer has are left out. */
const views: Readonly<Record<string, string>> = {
  inspections: `select audit_id, title, template_id, template_name, site_name, author_name, document_no, result, score,
      total_score as max_score, score_percentage, failed_count, item_count, media_count, created_at,
      date_started as started_at, date_completed as completed_at, modified_at, coalesce(archived, false) as is_archived
    from inspections where missing_at is null`,
  failed_questions: `select audit_id, template_id, template_name, site_name, date_completed as completed_at, question
    from inspections cross join lateral jsonb_array_elements_text(failed_questions) as failed(question)
    where missing_at is null and failed_questions is not null`,
  failures_by_day: `select (date_completed at time zone 'UTC')::date as day, template_id, template_name, site_name,
      count(*) as inspections, count(*) filter (where failed_count > 0) as failed_inspections,
      coalesce(sum(failed_count), 0) as failed_answers, avg(score_percentage) as average_score
    from inspections where missing_at is null and date_completed is not null group by 1, 2, 3, 4`,
  assets: `select asset_id, code, type_id, type_name, site_id, site_name, state, option_id as status_id,
      option_name as status_name, group_id as status_group_id, modified_at
    from assets where missing_at is null`,
  status_changes: `select asset_id, noticed_at as at, before ->> 'name' as status_before, after ->> 'name' as status_after
    from noticed_statuses`,
  reviews: `select audit_id, state, note, version, reviewer_name, reviewed_at, due_on from inspection_reviews
    where exists (select from inspections where inspections.audit_id = inspection_reviews.audit_id and missing_at is null)`,
}
export const biViews = Object.keys(views)

/** Lower-case letters, digits and underscores, so that the name needs no quotes. */
export const roleName = /^[a-z_][a-z0-9_]{0,62}$/
/** The format of `randomBytes(n).toString('base64url')`, which needs no escaping. */
const passwordShape = /^[A-Za-z0-9_-]{32,100}$/

async function makeViews(tx: Queryable): Promise<void> {
  await tx.query('create schema if not exists bi')
  // Views are dropped and created again, because a view cannot lose or reorder columns, and an upgrade may have changed
  // its query.
  for (const name of biViews) await tx.query(`drop view if exists bi.${name}`)
  // `security_barrier` keeps functions in a reader's conditions from seeing rows that the view leaves out.
  for (const [name, query] of Object.entries(views))
    await tx.query(`create view bi.${name} with (security_barrier) as ${query}`)
}

/** Tables that the role can access although it must not, however it got that right. */
async function findReadable(tx: Queryable, role: string): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'bi')
       and case when relkind = 'S' then has_sequence_privilege($1, pg_class.oid, 'select, usage')
         else has_any_column_privilege($1, pg_class.oid, 'select, insert, update, references')
           or has_table_privilege($1, pg_class.oid, 'delete, truncate') end
     order by 1`,
    [role],
  )
  return rows.map((row) => row.name)
}

/** Whether a role with this name was not created here: it has more rights, belongs to other roles or owns objects. */
async function isForeign(tx: Queryable, role: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from pg_roles where rolname = $1 and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication
       or exists (select from pg_auth_members where member = pg_roles.oid)
       or exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = pg_roles.oid and deptype = 'o'))`,
    [role],
  )
  return rows.length > 0
}

/**
 * Creates the views and the role, and sets the role's password. If the role could read anything else, such as secrets
 * or sessions, nothing is changed.
 * @throws AppError conflict for a role that may do more, invalid for an invalid name
 */
export async function giveBiAccess(
  db: Database,
  { role, password }: { role: string; password: string },
): Promise<void> {
  if (!roleName.test(role)) throw new AppError('invalid', serverText('openData.roleName'))
  if (!passwordShape.test(password)) throw new Error('a password of other characters')
  await db.transaction(async (tx) => {
    await makeViews(tx)
    const { rows: known } = await tx.query('select from pg_roles where rolname = $1', [role])
    if (known.length === 0) await tx.query(`create role ${role}`)
    else if (await isForeign(tx, role)) throw new AppError('conflict', serverText('openData.roleTaken', { role }))
    await tx.query(`alter role ${role} login noinherit connection limit 10 password '${password}'`)
    await tx.query(`alter role ${role} set default_transaction_read_only = on`)
    await tx.query(`alter role ${role} set statement_timeout = '60s'`)
    await tx.query(`alter role ${role} set search_path = bi`)
    await tx.query(`grant usage on schema bi to ${role}`)
    await tx.query(`grant select on ${biViews.map((name) => `bi.${name}`).join(', ')} to ${role}`)
    const readable = await findReadable(tx, role)
    if (readable.length > 0)
      throw new AppError(
        'conflict',
        serverText('openData.readsMore', { role, tables: readable.slice(0, 10).join(', ') }),
      )
  })
}

/** Removes the role and the views. Succeeds if they do not exist. */
export async function takeBiAccess(db: Database, role: string): Promise<void> {
  if (!roleName.test(role)) throw new AppError('invalid', serverText('openData.roleName'))
  await db.transaction(async (tx) => {
    await tx.query('drop schema if exists bi cascade')
    if (await isForeign(tx, role)) throw new AppError('conflict', serverText('openData.roleTaken', { role }))
    await tx.query(`drop role if exists ${role}`)
  })
}
