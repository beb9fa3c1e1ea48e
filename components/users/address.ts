import { listFilter } from '@/lib/browser/lists/list-filter'
import { userFacetNames, userFilter, userSorts } from '@/lib/users/schema'

/** The filter in the address of the list. */
export const userAddress = listFilter({
  facets: userFacetNames,
  sorts: userSorts,
  groupings: userFacetNames,
  charsMax: { search: 8_000, value: 500 },
  parse: (asked) => userFilter.parse(asked),
})
