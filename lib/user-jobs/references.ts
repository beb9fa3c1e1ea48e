import 'server-only'
import { listConnections } from '@/lib/connections/data'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { listGroups } from '@/lib/service/users'
import { referenceNamesMax, type UserReferences } from './references-schema'

/** Names of groups, sites and permission sets that users can get, as far as they are known. */

interface ReferenceDeps {
  db?: Queryable
  service?: Pick<Service, 'call'>
  signal?: AbortSignal
}

// One index lookup for each name, however many inspections have it.
const siteNames = `
  with recursive named as (
    (select site_name from inspections where site_name > '' order by site_name limit 1)
    union all
    select (select i.site_name from inspections i where i.site_name > named.site_name order by i.site_name limit 1)
    from named where named.site_name is not null
  )
  select site_name as name from named where site_name is not null
  union
  select site_name from assets where site_name > ''
  limit $1`

/** The newest rows of imports that are searched for permission sets, because each is read in full. */
const searchedRows = 50_000

const permissionSetNames = `
  select distinct asked->'permissionSet'->>'name' as name from (
    select rows.asked from user_jobs as jobs join user_job_rows as rows using (job_id)
    where jobs.finished_at is not null and rows.state = 'ok'
    order by jobs.created_at desc limit ${searchedRows}) as newest
  where asked->'permissionSet'->>'name' is not null
  limit $1`

/** Each name once, in alphabetical order. */
const tidy = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.trim()))]
    .filter((name) => name !== '')
    .toSorted((one, other) => one.localeCompare(other))
    .slice(0, referenceNamesMax)

/** Null if the connected account may not list them. */
async function ifAllowed<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && (error.code === 'upstream_refused' || error.code === 'not_found')) return null
    throw error
  }
}

/**
 * The groups that the service lists, or, if the account may not list them, those that inspections are shared with. The
 * service does not list sites, so these are the sites of indexed inspections and assets. It does not list permission
 * sets either: these are the ones that it accepted in imports and dry runs.
 * @throws AppError as `Service.call`
 */
export async function readReferences(deps: ReferenceDeps = {}): Promise<UserReferences> {
  const db = deps.db ?? (await database())
  const client = deps.service ?? service()
  const options = deps.signal === undefined ? {} : { signal: deps.signal }
  const [{ rows }, sets, listed] = await Promise.all([
    db.query<{ name: string }>(siteNames, [referenceNamesMax]),
    db.query<{ name: string }>(permissionSetNames, [referenceNamesMax]),
    ifAllowed(listGroups(client, options)),
  ])
  const groups = listed ?? (await ifAllowed(listConnections({ service: client, ...options })))
  return {
    groups: tidy((groups ?? []).map(({ name }) => name)),
    areGroupsWhole: listed !== null,
    sites: tidy(rows.map(({ name }) => name)),
    permissionSets: tidy(sets.rows.map(({ name }) => name)),
  }
}
