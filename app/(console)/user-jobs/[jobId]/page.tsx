import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import * as z from 'zod'
import { UserJobPage } from '@/components/user-jobs/jobs/job-page'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { readUserJob } from '@/lib/user-jobs/data'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { userJobDetail } from '@/lib/user-jobs/schema'

export const metadata: Metadata = { title: 'User job' }

export default async function Page({ params }: PageProps<'/user-jobs/[jobId]'>) {
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
    <HydrationBoundary state={dehydrate(queryClient)}>
      <UserJobPage key={jobId.data} jobId={jobId.data} />
    </HydrationBoundary>
  )
}
