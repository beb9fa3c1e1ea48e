import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { prefetchReport } from '@/app/prefetch-report'
import { SectionMessages } from '@/app/section-messages'
import { MoreData } from '@/components/ui/page-data/more-data'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { InspectionView } from './inspection-view'

export const generateMetadata = titled('inspections.page.title')

export default async function InspectionPage({ params }: PageProps<'/inspections/[inspectionId]'>) {
  await requirePageSession('inspections:read')
  const auditId = decodeId((await params).inspectionId)
  const queryClient = createQueryClient()
  prefetchReport(queryClient, auditId)
  return (
    <MoreData {...await dehydrateTexts(queryClient)}>
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
        <InspectionView auditId={auditId} />
      </SectionMessages>
    </MoreData>
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
