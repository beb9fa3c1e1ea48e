import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PersonPage } from '@/components/people/person-page'
import { requirePageSession } from '@/lib/auth/session'
import { userId } from '@/lib/people/schema'

export const metadata: Metadata = { title: 'Person' }

export default async function Page({ params }: { params: Promise<{ userId: string }> }) {
  const actor = await requirePageSession('people:read')
  const given = userId.safeParse((await params).userId)
  if (!given.success) notFound()
  return <PersonPage userId={given.data} ownUserId={actor.userId} />
}
