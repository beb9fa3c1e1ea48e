import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { TokensPage } from '@/components/api-tokens/tokens-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('apiTokens.title')

export default async function Page() {
  await requirePageSession()
  return (
    <SectionMessages of={['apiTokens']}>
      <TokensPage />
    </SectionMessages>
  )
}
