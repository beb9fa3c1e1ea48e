import { createContext } from 'react'
import type { ColumnUse } from '@/lib/user-jobs/sheet/types'
import type { UserReferences } from '@/lib/user-jobs/references-schema'

/** Names of groups, sites and permission sets to choose from; null while unknown. */
export const ReferencesContext = createContext<UserReferences | null>(null)

/** The source of the names. It selects a message that says whether other names may exist. */
export type NameSource = 'groups' | 'sharedGroups' | 'sites' | 'permissionSets'

/** The names that a column may contain, and their source; null if the column has others. */
export function namesFor(
  use: ColumnUse | undefined,
  known: UserReferences | null,
): { names: readonly string[]; source: NameSource } | null {
  if (use?.to !== 'field' || known === null) return null
  if (use.field === 'groupsAdd' || use.field === 'groupsRemove')
    return {
      names: known.groups,
      source: known.areGroupsWhole ? 'groups' : 'sharedGroups',
    }
  if (use.field === 'sitesAdd' || use.field === 'sitesRemove') return { names: known.sites, source: 'sites' }
  if (use.field === 'permissionSet') return { names: known.permissionSets, source: 'permissionSets' }
  return null
}
