import type { Metadata } from 'next'
import { requirePageSession } from '@/lib/auth/session'
import { InspectionView } from './inspection-view'

export const metadata: Metadata = { title: 'Inspection' }

export default async function InspectionPage({ params }: PageProps<'/inspections/[inspectionId]'>) {
  await requirePageSession('inspections:read')
  const { inspectionId } = await params
  return <InspectionView auditId={decodeId(inspectionId)} />
}

/** Next hands path parts over as they are written in the address. */
function decodeId(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
