import { notFound } from 'next/navigation'
import * as z from 'zod'
import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { MoreData } from '@/components/ui/page-data/more-data'
import { UserJobPage } from '@/components/user-jobs/jobs/job-page'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { readUserJob } from '@/lib/user-jobs/data'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { userJobDetail } from '@/lib/user-jobs/schema'

export const generateMetadata = titled('userJobs.job')

export default async function Page({ params }: PageProps<'/users/imports/[jobId]'>) {
  const actor = await requirePageSession('user-jobs:read')
  const jobId = z.uuid().safeParse((await params).jobId)
  if (!jobId.success) notFound()
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery({
    queryKey: userJobQueries.one(jobId.data).queryKey,
    queryFn: async () => userJobDetail.parse(await readUserJob(actor, jobId.data)),
    retry: false,
  })
  return (
    <SectionMessages of={['userJobs', 'activity', 'assetChanges', 'status']}>
      <MoreData {...await dehydrateTexts(queryClient)}>
        <UserJobPage key={jobId.data} jobId={jobId.data} />
      </MoreData>
    </SectionMessages>
  )
}
