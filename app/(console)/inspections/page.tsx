import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { InspectionList } from '@/components/inspections/inspection-list'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { readTemplates } from '@/lib/browser/url-state'
import { listInspections } from '@/lib/inspections/data'
import { inspectionPageRows, inspectionQueries } from '@/lib/inspections/queries'
import { inspectionPage } from '@/lib/inspections/schema'

export const metadata: Metadata = { title: 'Inspections' }

export default async function InspectionsPage({ searchParams }: PageProps<'/inspections'>) {
  await requirePageSession('inspections:read')
  const { template } = await searchParams
  const filter = { template: readTemplates([template ?? []].flat()) }
  // The first rows come with the page. Where that fails the page comes without, and says why once it has asked itself.
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery({
    queryKey: inspectionQueries.block(filter, 0).queryKey,
    queryFn: async () =>
      inspectionPage.parse(await listInspections({ ...filter, offset: 0, limit: inspectionPageRows })),
    retry: false,
  })
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <InspectionList />
    </HydrationBoundary>
  )
}
