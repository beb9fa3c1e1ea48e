import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { AskedUser, RowIssue } from '@/lib/user-jobs/schema'

/** What imports of this console reveal about users: the last import of each user, and the sites that imports set. */

interface ImportedRow {
  username: string
  job_id: string
  at: string
  state: string
  sites: AskedUser['sites'] | null
  issues: RowIssue[] | null
}

const nameOfSite = (reference: { id: string } | { name: string }) =>
  'name' in reference ? reference.name : reference.id

/**
 * The sites of a user after an import. SafetyCulture does not list who is at which site, so only sites that imports set
 * are known. A site that a warning contains was not set.
 */
export function applySites(
  known: readonly string[] | null,
  { sites, issues }: Pick<ImportedRow, 'sites' | 'issues'>,
): string[] | null {
  if (sites === null || sites === undefined) return known === null ? null : [...known]
  const removed = new Set(sites.remove.map(nameOfSite))
  const refused = new Set((issues ?? []).flatMap(({ value }) => (value === null || value === undefined ? [] : [value])))
  const kept = removed.has('*') ? [] : (known ?? []).filter((name) => !removed.has(name))
  const added = sites.add.map(nameOfSite).filter((name) => !refused.has(name))
  return [...new Set([...kept, ...added])].sort()
}

/** Stores in the index what all imports so far reveal about the users with these addresses. */
export async function noteImports(db: Queryable, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  const { rows } = await db.query<ImportedRow>(
    `select lower(username) as username, job_id, created_at as at, state, asked->'sites' as sites, faults as issues
     from user_job_rows join user_jobs using (job_id)
     where kind = 'run' and lower(username) = any($1::text[])
     order by created_at, position`,
    [emails.map((email) => email.toLowerCase())],
  )
  const facts = new Map<string, { row: ImportedRow; sites: string[] | null }>()
  for (const row of rows) {
    const known = facts.get(row.username)?.sites ?? null
    const isDone = row.state === 'ok' || row.state === 'warned'
    facts.set(row.username, { row, sites: isDone ? applySites(known, row) : known })
  }
  const given = [...facts.entries()]
  await db.query(
    `update organization_users known
     set last_import_id = given.job_id, last_import_state = given.state, last_imported_at = given.at,
       site_names = given.sites, sites_text = nullif(array_to_string(given.sites, ', '), '')
     from (select email, job_id, state, at,
             case when sites::text <> 'null' then array(select json_array_elements_text(sites)) end as sites
           from unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[], $5::json[])
             as given (email, job_id, state, at, sites)) given
     where lower(known.email) = given.email
       and (known.last_import_id, known.last_import_state, known.site_names)
         is distinct from (given.job_id, given.state, given.sites)`,
    [
      given.map(([email]) => email),
      given.map(([, { row }]) => row.job_id),
      given.map(([, { row }]) => row.state),
      given.map(([, { row }]) => row.at),
      given.map(([, { sites }]) => JSON.stringify(sites)),
    ],
  )
}
