import type { Metadata } from 'next'
import * as z from 'zod'
import { Workbench } from '@/components/user-jobs/workbench/workbench'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'New user job' }

/** Viewers get the page as well: it says who may start jobs, and where to look at them. `fix` names a job to fix rows of. */
export default async function NewUserJobPage({ searchParams }: PageProps<'/user-jobs/new'>) {
  await requirePageSession('user-jobs:read')
  const fix = z.uuid().safeParse((await searchParams)['fix'])
  return <Workbench fixJobId={fix.success ? fix.data : null} />
}
