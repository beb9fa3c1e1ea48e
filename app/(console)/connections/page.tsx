import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ConnectionsPage } from '@/components/connections/connections-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('connections.title')

export default async function Page() {
  await requirePageSession('lists:read')
  return (
    <SectionMessages of={['connections', 'savedViews']}>
      <ConnectionsPage />
    </SectionMessages>
  )
}
