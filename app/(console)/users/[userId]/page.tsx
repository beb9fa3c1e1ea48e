import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { MoreData } from '@/components/ui/page-data/more-data'
import { UserPage } from '@/components/users/user-page'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { readUser } from '@/lib/users/data'
import { userQueries } from '@/lib/users/queries'
import { userDetail } from '@/lib/users/schema'

export const generateMetadata = titled('users.user.title')

export default async function Page({ params }: PageProps<'/users/[userId]'>) {
  await requirePageSession('user-jobs:read')
  const userId = decodeURIComponent((await params).userId)
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery({
    queryKey: userQueries.detail(userId).queryKey,
    queryFn: async () => userDetail.parse(await readUser(userId)),
    retry: false,
  })
  return (
    <SectionMessages of={['users', 'overview']}>
      <MoreData {...await dehydrateTexts(queryClient)}>
        <UserPage key={userId} userId={userId} />
      </MoreData>
    </SectionMessages>
  )
}
