import type { Route } from 'next'
import type { ChangeStep } from '@/lib/asset-changes/schema'
import { writeQuery } from '@/lib/browser/api'

/** The page of all changes, or of one. The cast is safe, because an id is one encoded segment of exactly that route. */
export function changeHref(changeId?: string): Route {
  return (changeId === undefined ? '/assets/changes' : `/assets/changes/${encodeURIComponent(changeId)}`) as Route
}

/** The page of the asset or type of a step. The casts are safe, because a query is no part of a route. */
export function stepHref({ objectKind, objectId, objectName }: ChangeStep): Route {
  return (
    objectKind === 'asset'
      ? `/assets${writeQuery({ row: objectId })}`
      : `/status-groups/types${writeQuery({ q: objectName })}`
  ) as Route
}
