import type { Metadata } from 'next'
import { CompareView } from '@/components/compare/compare-view'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Compare inspections' }

export default async function ComparePage() {
  await requirePageSession('inspections:read')
  return <CompareView />
}
