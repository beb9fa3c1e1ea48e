import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { requirePageSession } from '@/lib/auth/session'
import { InspectionView } from './inspection-view'

export const generateMetadata = titled('inspections.page.title')

export default async function InspectionPage({ params }: PageProps<'/inspections/[inspectionId]'>) {
  await requirePageSession('inspections:read')
  const { inspectionId } = await params
  return (
    <SectionMessages
      of={[
        'inspections',
        'report',
        'review',
        'media',
        'exports',
        'compare',
        'activity',
        'assetChanges',
        'reportNames',
        'status',
      ]}
    >
      <InspectionView auditId={decodeId(inspectionId)} />
    </SectionMessages>
  )
}

/** Next passes parts of the path as they are written in the address. */
function decodeId(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
