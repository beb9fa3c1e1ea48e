import type { Metadata } from 'next'
import { Workbench } from '@/components/user-jobs/workbench/workbench'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'New user job' }

/** Viewers get the page as well: it says who may start jobs, and where to look at them. */
export default async function NewUserJobPage() {
  await requirePageSession('user-jobs:read')
  return <Workbench />
}
