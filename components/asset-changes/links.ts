import type { Route } from 'next'
import type { ChangeStep } from '@/lib/asset-changes/schema'
import { writeQuery } from '@/lib/browser/api'

/** The page of all changes, or of one. The cast is safe: an id is one encoded segment of that very route. */
export function changeHref(changeId?: string): Route {
  return (changeId === undefined ? '/assets/changes' : `/assets/changes/${encodeURIComponent(changeId)}`) as Route
}

/** Where the thing of a step is shown. The casts are safe: what follows the `?` is no route. */
export function stepHref({ objectKind, objectId, objectName }: ChangeStep): Route {
  return (
    objectKind === 'asset'
      ? `/assets${writeQuery({ row: objectId })}`
      : `/status-groups/types${writeQuery({ q: objectName })}`
  ) as Route
}
