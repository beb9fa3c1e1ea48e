import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ServiceAccountsPage } from '@/components/api-tokens/service-accounts-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('apiTokens.accounts.title')

export default async function Page() {
  await requirePageSession('people:read')
  return (
    <SectionMessages of={['apiTokens']}>
      <ServiceAccountsPage />
    </SectionMessages>
  )
}
