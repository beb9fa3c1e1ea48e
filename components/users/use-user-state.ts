'use client'

import { useListFilter } from '@/components/ui/data-table/paged/use-list-filter'
import { userAddress } from './address'

/** The state of the list, which is kept only in the address. */
export const useUserState = () => useListFilter(userAddress)
export type UserState = ReturnType<typeof useUserState>
