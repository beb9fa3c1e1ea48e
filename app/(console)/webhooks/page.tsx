import type { Metadata } from 'next'
import { WebhooksPage } from '@/components/webhooks/webhooks-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function Page() {
  await requirePageSession('webhooks:read')
  return <WebhooksPage />
}
