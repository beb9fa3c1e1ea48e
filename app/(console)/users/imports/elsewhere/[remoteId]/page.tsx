import { notFound } from 'next/navigation'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ElsewhereJobPage } from '@/components/user-jobs/jobs/job-elsewhere-page'
import { requirePageSession } from '@/lib/auth/session'
import { remoteJobPlace } from '@/lib/user-jobs/elsewhere-schema'

export const generateMetadata = titled('userJobs.elsewhere.pageTitle')

export default async function Page({ params }: PageProps<'/users/imports/elsewhere/[remoteId]'>) {
  await requirePageSession('user-jobs:read')
  const place = remoteJobPlace.safeParse(await params)
  if (!place.success) notFound()
  return (
    <SectionMessages of={['userJobs']}>
      <ElsewhereJobPage key={place.data.remoteId} remoteId={place.data.remoteId} />
    </SectionMessages>
  )
}
