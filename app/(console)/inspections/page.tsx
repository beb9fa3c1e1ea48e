import type { Metadata } from 'next'
import { InspectionList } from '@/components/inspections/inspection-list'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Inspections' }

export default async function InspectionsPage() {
  await requirePageSession('inspections:read')
  return <InspectionList />
}
