import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { TemplateOverview } from '@/components/overview/scope-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('overview.scope.title.template')

export default async function Page({ params }: PageProps<'/templates/[templateId]'>) {
  await requirePageSession('inspections:read')
  const templateId = decodeURIComponent((await params).templateId)
  return (
    <SectionMessages of={['overview']}>
      <TemplateOverview key={templateId} templateId={templateId} />
    </SectionMessages>
  )
}
