import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { InboxPage } from '@/components/inbox/inbox-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('inbox.title')

export default async function Page() {
  await requirePageSession()
  return (
    <SectionMessages of={['inbox']}>
      <InboxPage />
    </SectionMessages>
  )
}
