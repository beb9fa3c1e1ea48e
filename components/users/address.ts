import { listFilter } from '@/lib/browser/lists/list-filter'
import type { UserFilter } from '@/lib/users/schema'
import { userFacetNames, userSorts } from '@/lib/users/values-model'

const everybody: UserFilter = {
  q: '',
  email: [],
  seat: [],
  group: [],
  site: [],
  timezone: [],
  status: [],
  sort: 'name',
}

/** The filter in the address of the list. */
export const userAddress = listFilter({
  facets: userFacetNames,
  sorts: userSorts,
  groupings: userFacetNames,
  charsMax: { search: 8_000, value: 500 },
  defaults: everybody,
})
