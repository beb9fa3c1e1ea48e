import type { Metadata } from 'next'
import { ServiceAccountsPage } from '@/components/api-tokens/service-accounts-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Service accounts' }

export default async function Page() {
  await requirePageSession('people:read')
  return <ServiceAccountsPage />
}
