import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ReferencePage } from '@/components/openapi/reference-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('openapi.title')

export default async function Page() {
  await requirePageSession()
  return (
    <SectionMessages of={['openapi']}>
      <ReferencePage />
    </SectionMessages>
  )
}
