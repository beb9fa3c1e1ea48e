import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { OverviewPage } from '@/components/overview/overview-page'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { readOverview } from '@/lib/overview/data'
import { overviewQueries } from '@/lib/overview/queries'
import { overview } from '@/lib/overview/schema'

export const metadata: Metadata = { title: 'Overview' }

export default async function Page() {
  await requirePageSession('inspections:read')
  // The numbers come with the page. Where that fails the page comes without, and says why once it has asked itself.
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery({
    queryKey: overviewQueries.overview().queryKey,
    queryFn: async () => overview.parse(await readOverview()),
    retry: false,
  })
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OverviewPage />
    </HydrationBoundary>
  )
}
