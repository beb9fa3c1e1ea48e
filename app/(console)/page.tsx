import type { Metadata } from 'next'
import { OverviewPage } from '@/components/overview/overview-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Overview' }

export default async function Page() {
  await requirePageSession('inspections:read')
  return <OverviewPage />
}
