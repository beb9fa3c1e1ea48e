import type { Metadata } from 'next'
import { ReferencePage } from '@/components/openapi/reference-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'API reference' }

export default async function Page() {
  await requirePageSession()
  return <ReferencePage />
}
