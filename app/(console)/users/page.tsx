import { titled } from '@/app/page-title'
import { readListPage } from '@/app/read-list-page'
import { SectionMessages } from '@/app/section-messages'
import { MoreData } from '@/components/ui/page-data/more-data'
import { userAddress } from '@/components/users/address'
import { UsersPage } from '@/components/users/users-page'
import { requirePageSession } from '@/lib/auth/session'
import { firstPageRows } from '@/lib/browser/lists/list-queries'
import { listUsers } from '@/lib/users/data'
import { userQueries } from '@/lib/users/queries'
import { userPage } from '@/lib/users/schema'

export const generateMetadata = titled('users.title')

export default async function Page({ searchParams }: PageProps<'/users'>) {
  const actor = await requirePageSession('user-jobs:read')
  const filter = userAddress.read(await searchParams)
  const data = await readListPage(actor, 'users', {
    query: userQueries.list(filter),
    schema: userPage,
    read: () => listUsers({ ...filter, limit: firstPageRows }),
  })
  return (
    <SectionMessages of={['users', 'savedViews']}>
      <MoreData {...data}>
        <UsersPage />
      </MoreData>
    </SectionMessages>
  )
}
