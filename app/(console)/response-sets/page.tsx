import type { Metadata } from 'next'
import { ResponseSetsPage } from '@/components/response-sets/response-sets-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Response sets' }

export default async function Page() {
  await requirePageSession('lists:read')
  return <ResponseSetsPage />
}
