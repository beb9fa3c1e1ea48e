import { notFound } from 'next/navigation'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { MailboxPage } from '@/components/people/mailbox-page'
import { requirePageSession } from '@/lib/auth/session'
import { hasMailbox } from '@/lib/people/list-data'

export const generateMetadata = titled('people.mailbox.title')

export default async function Page() {
  await requirePageSession('people:read')
  if (!hasMailbox()) notFound()
  return (
    <SectionMessages of={['people']}>
      <MailboxPage />
    </SectionMessages>
  )
}
