import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { OutgoingPage } from '@/components/outgoing/outgoing-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('outgoing.title')

export default async function Page() {
  await requirePageSession('rules:read')
  return (
    <SectionMessages of={['outgoing']}>
      <OutgoingPage />
    </SectionMessages>
  )
}
