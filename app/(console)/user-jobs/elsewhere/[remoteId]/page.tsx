import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ElsewhereJobPage } from '@/components/user-jobs/jobs/job-elsewhere-page'
import { requirePageSession } from '@/lib/auth/session'
import { remoteJobPlace } from '@/lib/user-jobs/schema'

export const metadata: Metadata = { title: 'User job started elsewhere' }

export default async function Page({ params }: PageProps<'/user-jobs/elsewhere/[remoteId]'>) {
  await requirePageSession('user-jobs:read')
  const place = remoteJobPlace.safeParse(await params)
  if (!place.success) notFound()
  return <ElsewhereJobPage key={place.data.remoteId} remoteId={place.data.remoteId} />
}
