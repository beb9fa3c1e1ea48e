import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { InsightsPage } from '@/components/insights/insights-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('insights.title')

export default async function Page() {
  await requirePageSession('inspections:read')
  return (
    <SectionMessages of={['filters', 'insights', 'savedViews']}>
      <InsightsPage />
    </SectionMessages>
  )
}
