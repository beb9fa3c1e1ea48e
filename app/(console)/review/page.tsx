import { setTimeout } from 'node:timers/promises'
import { dehydrateTexts } from '@/app/dehydrate-texts'
import { readPageSettings } from '@/app/page-settings'
import { titled } from '@/app/page-title'
import { prefetchReport } from '@/app/prefetch-report'
import { SectionMessages } from '@/app/section-messages'
import { ReviewQueue } from '@/components/review/queue/review-queue'
import { readQueueParams } from '@/components/review/session/queue-address'
import { MoreData } from '@/components/ui/page-data/more-data'
import { requirePageSession } from '@/lib/auth/session'
import { resolveZone } from '@/lib/browser/preferences/read-preferences'
import { createQueryClient } from '@/lib/browser/query-client'
import { readListAddress } from '@/lib/inspections/url-state'
import { reviewQueries } from '@/lib/review/queries'
import { readQueue } from '@/lib/review/queue-data'
import { type ReviewQueue as Queue, queueQuery, reviewQueue } from '@/lib/review/schema'

export const generateMetadata = titled('review.title')

/** A queue that takes longer follows the page. */
const queueWaitMs = 150

export default async function ReviewPage({ searchParams }: PageProps<'/review'>) {
  const actor = await requirePageSession('reviews:read')
  const [address, { page, browser }] = await Promise.all([searchParams, readPageSettings()])
  const read = (name: string) => [address[name] ?? []].flat()
  const params = readQueueParams(readListAddress(read, resolveZone(page.preferences, browser)))
  const queryClient = createQueryClient()
  // The queue and its first report come with the page. If they cannot be read or the address is not valid, the page
  // asks for them itself and shows the reason.
  const [order] = read('order')
  const { data: query } = queueQuery.safeParse({ ...params, order })
  if (query !== undefined) {
    const { queryKey } = reviewQueries.queue(params, query.order)
    const reading = queryClient.prefetchQuery({
      queryKey,
      queryFn: async () => reviewQueue.parse(await readQueue(actor, query)),
      retry: false,
    })
    await Promise.race([reading, setTimeout(queueWaitMs)])
    const ids = queryClient.getQueryData<Queue>(queryKey)?.items.map(({ row }) => row.auditId) ?? []
    const [at] = read('at')
    const first = ids.find((id) => id === at) ?? ids[0]
    if (first !== undefined) prefetchReport(queryClient, first)
  }
  return (
    <MoreData {...await dehydrateTexts(queryClient)}>
      <SectionMessages of={['review', 'filters', 'media', 'report', 'reportNames']}>
        <ReviewQueue />
      </SectionMessages>
    </MoreData>
  )
}
