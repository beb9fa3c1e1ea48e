import { setTimeout } from 'node:timers/promises'
import { dehydrateTexts } from '@/app/dehydrate-texts'
import { readPageSettings } from '@/app/page-settings'
import { titled } from '@/app/page-title'
import { prefetchViews } from '@/app/prefetch-views'
import { SectionMessages } from '@/app/section-messages'
import { InspectionList } from '@/components/inspections/inspection-list'
import { MoreData } from '@/components/ui/page-data/more-data'
import { requirePageSession } from '@/lib/auth/session'
import { resolveZone } from '@/lib/browser/preferences/read-preferences'
import { createQueryClient } from '@/lib/browser/query-client'
import { readListAddress } from '@/lib/inspections/url-state'
import { listInspections } from '@/lib/inspections/data'
import { inspectionPageRows, inspectionQueries } from '@/lib/inspections/queries'
import { inspectionPage, listParams } from '@/lib/inspections/schema'

export const generateMetadata = titled('inspections.title')

const countsWaitMs = 10

export default async function InspectionsPage({ searchParams }: PageProps<'/inspections'>) {
  const actor = await requirePageSession('inspections:read')
  const [address, { page, browser }] = await Promise.all([searchParams, readPageSettings()])
  const zone = resolveZone(page.preferences, browser)
  const params = readListAddress((name) => [address[name] ?? []].flat(), zone)
  // The first rows come with the page. When they cannot be read or the address is not valid, the page asks for them
  // itself and shows the reason.
  const queryClient = createQueryClient()
  const views = prefetchViews(queryClient, actor, 'inspections')
  if (listParams.safeParse(params).success) {
    await queryClient.prefetchQuery({
      queryKey: inspectionQueries.block(params, 0).queryKey,
      queryFn: async () =>
        inspectionPage.parse(
          await listInspections(
            { ...params, offset: 0, limit: inspectionPageRows, include: ['rows', 'total'] },
            { patienceMs: 0 },
          ),
        ),
      retry: false,
    })
    // Counting a million rows takes longer than a page should wait, and would slow down its rows. Counts that are not
    // ready in time follow the page.
    const counts = queryClient.prefetchQuery({
      queryKey: inspectionQueries.counts(params).queryKey,
      queryFn: async () =>
        inspectionPage.parse(await listInspections({ ...params, limit: 1, include: ['total', 'facets'] })),
      retry: false,
    })
    await Promise.race([counts, setTimeout(countsWaitMs)])
  }
  await views
  return (
    <MoreData {...await dehydrateTexts(queryClient)}>
      <SectionMessages
        of={['inspections', 'filters', 'savedViews', 'exports', 'media', 'report', 'review', 'reportNames']}
      >
        <InspectionList />
      </SectionMessages>
    </MoreData>
  )
}
