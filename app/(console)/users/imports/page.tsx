import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { prefetchViews } from '@/app/prefetch-views'
import { SectionMessages } from '@/app/section-messages'
import { MoreData } from '@/components/ui/page-data/more-data'
import { UserJobsPage } from '@/components/user-jobs/jobs/job-list-page'
import { askForJobs, phaseGroupNames } from '@/components/user-jobs/jobs/job-texts'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { listUserJobPage } from '@/lib/user-jobs/data'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { userJobList } from '@/lib/user-jobs/schema'
import { userJobKinds } from '@/lib/user-jobs/values-model'

export const generateMetadata = titled('userJobs.title')

export default async function Page({ searchParams }: PageProps<'/users/imports'>) {
  const actor = await requirePageSession('user-jobs:read')
  const address = await searchParams
  const phase = phaseGroupNames.find((name) => name === address['phase']) ?? null
  const asked = askForJobs(phase, userJobKinds.find((kind) => kind === address['kind']) ?? null)
  // If that fails, the page asks for them itself and says why.
  const queryClient = createQueryClient()
  const views = prefetchViews(queryClient, actor, 'imports')
  await queryClient.prefetchInfiniteQuery({
    queryKey: userJobQueries.list(asked).queryKey,
    queryFn: async () => userJobList.parse(await listUserJobPage(actor, { ...asked, phase: [...asked.phase] })),
    initialPageParam: null as string | null,
    retry: false,
  })
  await views
  return (
    <SectionMessages of={['userJobs', 'savedViews']}>
      <MoreData {...await dehydrateTexts(queryClient)}>
        <UserJobsPage />
      </MoreData>
    </SectionMessages>
  )
}
