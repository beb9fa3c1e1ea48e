import type { Metadata } from 'next'
import { PeoplePage } from '@/components/people/people-page'
import { requirePageSession } from '@/lib/auth/session'
import { hasMailbox } from '@/lib/people/list-data'

export const metadata: Metadata = { title: 'People' }

export default async function Page() {
  await requirePageSession('people:read')
  return <PeoplePage hasMailbox={hasMailbox()} />
}
