import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { SiteOverview } from '@/components/overview/scope-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('overview.scope.title.site')

export default async function Page({ params }: PageProps<'/inspections/sites/[site]'>) {
  await requirePageSession('inspections:read')
  const site = decodeURIComponent((await params).site)
  return (
    <SectionMessages of={['overview']}>
      <SiteOverview key={site} site={site} />
    </SectionMessages>
  )
}
