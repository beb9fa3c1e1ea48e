import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { PeoplePage } from '@/components/people/people-page'
import { requirePageSession } from '@/lib/auth/session'
import { hasMailbox } from '@/lib/people/list-data'

export const generateMetadata = titled('people.title')

export default async function Page() {
  await requirePageSession('people:read')
  return (
    <SectionMessages of={['people']}>
      <PeoplePage hasMailbox={hasMailbox()} />
    </SectionMessages>
  )
}
