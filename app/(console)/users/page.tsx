import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { prefetchViews } from '@/app/prefetch-views'
import { SectionMessages } from '@/app/section-messages'
import { MoreData } from '@/components/ui/page-data/more-data'
import { userAddress } from '@/components/users/address'
import { UsersPage } from '@/components/users/users-page'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { listUsers } from '@/lib/users/data'
import { firstPageRows, userQueries } from '@/lib/users/queries'
import { userPage } from '@/lib/users/schema'

export const generateMetadata = titled('users.title')

export default async function Page({ searchParams }: PageProps<'/users'>) {
  const actor = await requirePageSession('user-jobs:read')
  const filter = userAddress.read(await searchParams)
  // The first rows come with the page. If that fails, the page asks for them itself and says why.
  const queryClient = createQueryClient()
  const views = prefetchViews(queryClient, actor, 'users')
  await queryClient.prefetchInfiniteQuery({
    queryKey: userQueries.list(filter).queryKey,
    queryFn: async () => userPage.parse(await listUsers({ ...filter, limit: firstPageRows })),
    initialPageParam: null as string | null,
    retry: false,
  })
  await views
  return (
    <SectionMessages of={['users', 'savedViews']}>
      <MoreData {...await dehydrateTexts(queryClient)}>
        <UsersPage />
      </MoreData>
    </SectionMessages>
  )
}
