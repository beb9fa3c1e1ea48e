import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { TemplatesPage } from '@/components/templates/templates-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('templates.title')

export default async function Page() {
  await requirePageSession('lists:read')
  return (
    <SectionMessages of={['templates', 'savedViews']}>
      <TemplatesPage />
    </SectionMessages>
  )
}
