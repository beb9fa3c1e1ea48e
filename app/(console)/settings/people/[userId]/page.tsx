import { notFound } from 'next/navigation'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { PersonPage } from '@/components/people/person-page'
import { requirePageSession } from '@/lib/auth/session'
import { userId } from '@/lib/people/schema'

export const generateMetadata = titled('people.person.title')

export default async function Page({ params }: { params: Promise<{ userId: string }> }) {
  const actor = await requirePageSession('people:read')
  const given = userId.safeParse((await params).userId)
  if (!given.success) notFound()
  return (
    <SectionMessages of={['people', 'apiTokens', 'activity', 'assetChanges', 'status']}>
      <PersonPage userId={given.data} ownUserId={actor.userId} />
    </SectionMessages>
  )
}
