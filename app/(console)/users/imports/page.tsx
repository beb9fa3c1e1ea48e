import { titled } from '@/app/page-title'
import { readListPage } from '@/app/read-list-page'
import { SectionMessages } from '@/app/section-messages'
import { MoreData } from '@/components/ui/page-data/more-data'
import { UserJobsPage } from '@/components/user-jobs/jobs/job-list-page'
import { askForJobs, phaseGroupNames } from '@/components/user-jobs/jobs/job-texts'
import { requirePageSession } from '@/lib/auth/session'
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
  const data = await readListPage(actor, 'imports', {
    query: userJobQueries.list(asked),
    schema: userJobList,
    read: () => listUserJobPage(actor, { ...asked, phase: [...asked.phase] }),
  })
  return (
    <SectionMessages of={['userJobs', 'savedViews']}>
      <MoreData {...data}>
        <UserJobsPage />
      </MoreData>
    </SectionMessages>
  )
}
