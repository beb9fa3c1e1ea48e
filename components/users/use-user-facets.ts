'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'next-intl'
import type { ListFacet } from '@/components/ui/data-table/paged/list-tools'
import { userQueries } from '@/lib/users/queries'
import type { UserFacetName, UserFilter } from '@/lib/users/schema'
import { userFacetNames } from '@/lib/users/values-model'
import { describeFacet } from './user-texts'

/** The filters of the list. Each value shows the number of users that would match. */
export function useUserFacets(filter: UserFilter): Array<ListFacet<UserFacetName>> {
  const t = useTranslations('users')
  const format = useFormatter()
  const { data } = useQuery(userQueries.facets(filter))
  return userFacetNames.map((id) => {
    const nameOf = (value: string) => describeFacet(t, id, value)
    const counts = data?.[id] ?? filter[id].map((value) => ({ value, count: 0 }))
    return {
      id,
      label: t(`facets.${id}`),
      noun: t(`facets.nouns.${id}`),
      options: counts.map(({ value, count }) => ({ value, label: nameOf(value), hint: format.number(count) })),
      chosen: filter[id],
      nameOf,
    }
  })
}
