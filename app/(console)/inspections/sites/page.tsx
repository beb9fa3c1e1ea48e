import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { SitesPage } from '@/components/sites/sites-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('sites.title')

export default async function Page() {
  await requirePageSession('inspections:read')
  return (
    <SectionMessages of={['sites', 'savedViews']}>
      <SitesPage />
    </SectionMessages>
  )
}
