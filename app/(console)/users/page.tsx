import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { readUserAddress } from '@/components/users/address'
import { UsersPage } from '@/components/users/users-page'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { listUsers } from '@/lib/users/data'
import { firstPageRows, userQueries } from '@/lib/users/queries'
import { userPage } from '@/lib/users/schema'

export const metadata: Metadata = { title: 'Users' }

export default async function Page({ searchParams }: PageProps<'/users'>) {
  await requirePageSession('user-jobs:read')
  const address = await searchParams
  const filter = readUserAddress((name) => [address[name] ?? []].flat())
  // The first rows come with the page. Where that fails, the page comes without, and says why once it has asked itself.
  const queryClient = createQueryClient()
  await queryClient.prefetchInfiniteQuery({
    queryKey: userQueries.list(filter).queryKey,
    queryFn: async () => userPage.parse(await listUsers({ ...filter, limit: firstPageRows })),
    initialPageParam: null as string | null,
    retry: false,
  })
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <UsersPage />
    </HydrationBoundary>
  )
}
