import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { CompareView } from '@/components/compare/compare-view'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('compare.title')

export default async function ComparePage() {
  await requirePageSession('inspections:read')
  return (
    <SectionMessages of={['compare', 'media', 'report', 'reportNames']}>
      <CompareView />
    </SectionMessages>
  )
}
