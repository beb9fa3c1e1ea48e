import * as z from 'zod'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { Workbench } from '@/components/user-jobs/workbench/workbench'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('userJobs.workbench.title')

/** Viewers get the page too: it says who may import users. `fix` names a job whose rows are to be fixed. */
export default async function NewUserJobPage({ searchParams }: PageProps<'/users/imports/new'>) {
  await requirePageSession('user-jobs:read')
  const fix = z.uuid().safeParse((await searchParams)['fix'])
  return (
    <SectionMessages of={['userJobs']}>
      <Workbench fixJobId={fix.success ? fix.data : null} />
    </SectionMessages>
  )
}
