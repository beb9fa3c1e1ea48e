import type { Metadata } from 'next'
import { TemplatesPage } from '@/components/templates/templates-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Templates' }

export default async function Page() {
  await requirePageSession('lists:read')
  return <TemplatesPage />
}
