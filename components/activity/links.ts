import type { Route } from 'next'
import type { ActivityEntry } from '@/lib/activity/schema'
import { writeQuery } from '@/lib/browser/api'
import { assetPageHref, inspectionHref, templateHref } from '@/lib/browser/routes'
import { viewListPages } from '@/lib/saved-views/lists-model'
import { viewLists } from '@/lib/saved-views/values-model'

/** What an entry keeps of a view, read without zod, which would come with the page. Null: unknown. */
function readKeptView(after: unknown): { query: string; list: keyof typeof viewListPages } | null {
  if (typeof after !== 'object' || after === null) return null
  const { query, list = 'inspections' } = after as { query?: unknown; list?: unknown }
  const known = viewLists.find((name) => name === list)
  return typeof query === 'string' && known !== undefined ? { query, list: known } : null
}

/** The activity log with a filter. The cast is safe, because a query is no part of a route. */
export function activityHref(filter: { kind?: string; object?: string; person?: string; q?: string }): Route {
  return `/activity${writeQuery(filter)}` as Route
}

/** The language of an object's name, if it is the same for everyone: operations have English names, as in the explorer. */
export const languageOfName = (objectKind: string) => (objectKind === 'service' ? 'en' : undefined)

/** Which pages of objects the reader of the log may open. Everyone who reads it may open the others. */
export interface ObjectAccess {
  mayReadPeople: boolean
  /** Also for the targets of outgoing webhooks. */
  mayReadRules: boolean
  mayReadSchedules: boolean
}

/**
 * The page of an entry's object; null if it has none, or none that the reader may open. An API call leads to the first
 * object that it names. The casts are safe, because an id is one encoded segment or part of the query.
 */
export function objectHref(
  entry: Pick<ActivityEntry, 'objectKind' | 'objectId' | 'objectName' | 'after' | 'relatedTo'>,
  access: ObjectAccess,
): Route | null {
  const { mayReadPeople, mayReadRules, mayReadSchedules } = access
  const { objectKind, objectId, objectName, after, relatedTo } = entry
  const [first] = relatedTo ?? []
  // A type is found by its name, which is unknown here.
  if (objectKind === 'service')
    return first === undefined ? null : objectHref({ ...first, objectName: '', after: null }, access)
  if (objectKind === 'system') return '/system'
  if (objectKind.startsWith('webhook')) return '/webhooks'
  if (objectId === null) return null
  const id = encodeURIComponent(objectId)
  switch (objectKind) {
    case 'account':
      // People who cannot manage others see only entries of their own account.
      return mayReadPeople ? (`/settings/people/${id}` as Route) : '/settings/account'
    case 'service-account':
      return mayReadPeople ? '/settings/service-accounts' : null
    case 'inspection':
      return inspectionHref(objectId)
    case 'status-group':
      return `/status-groups/${id}` as Route
    case 'asset':
      return assetPageHref(objectId)
    case 'asset-change':
      return `/assets/changes/${id}` as Route
    case 'asset-type':
      return `/status-groups/types${writeQuery({ q: objectName })}` as Route
    case 'user-job':
      return `/users/imports/${id}` as Route
    case 'template':
      return templateHref(objectId)
    case 'export':
      return `/exports/${id}` as Route
    case 'export-schedule':
      return mayReadSchedules ? '/exports/schedules' : null
    case 'outgoing':
      return mayReadRules ? '/outgoing' : null
    case 'rule':
      return mayReadRules ? (`/rules/${id}` as Route) : null
    case 'saved-view': {
      const kept = readKeptView(after)
      return kept !== null
        ? (`${viewListPages[kept.list].path}?${[kept.query, `view=${id}`].filter((part) => part !== '').join('&')}` as Route)
        : null
    }
    default:
      return null
  }
}

/** The bulk change that an entry is a step of. */
export function changeOfEntryHref(changeId: string): Route {
  return `/assets/changes/${encodeURIComponent(changeId)}` as Route
}
