import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ResponseSetsPage } from '@/components/response-sets/response-sets-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('responseSets.title')

export default async function Page() {
  await requirePageSession('lists:read')
  return (
    <SectionMessages of={['responseSets', 'savedViews']}>
      <ResponseSetsPage />
    </SectionMessages>
  )
}
