import { createContext } from 'react'
import type { ColumnUse } from '@/lib/user-jobs/sheet/types'
import type { UserReferences } from '@/lib/user-jobs/schema'

/** Names of groups and sites to choose from; null while they are not known. */
export const ReferencesContext = createContext<UserReferences | null>(null)

/** The names that a column may hold, and where they are from; null where it holds no groups or sites. */
export function namesFor(
  use: ColumnUse | undefined,
  known: UserReferences | null,
): { names: readonly string[]; source: string } | null {
  if (use?.to !== 'field' || known === null) return null
  if (use.field === 'groupsAdd' || use.field === 'groupsRemove')
    return {
      names: known.groups,
      source: known.areGroupsWhole
        ? 'Groups that the connected account can see.'
        : 'Groups that inspections are shared with. There may be others.',
    }
  if (use.field === 'sitesAdd' || use.field === 'sitesRemove')
    return { names: known.sites, source: 'Sites of the inspections and assets in Sightline. There may be others.' }
  return null
}
