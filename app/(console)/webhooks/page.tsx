import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { WebhooksPage } from '@/components/webhooks/webhooks-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('webhooks.title')

export default async function Page() {
  await requirePageSession('webhooks:read')
  return (
    <SectionMessages of={['webhooks', 'savedViews']}>
      <WebhooksPage />
    </SectionMessages>
  )
}
