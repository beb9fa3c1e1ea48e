import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ProposalsPage } from '@/components/rules/proposals-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('rules.proposals.title')

export default async function Page() {
  await requirePageSession('assets:read')
  return (
    <SectionMessages of={['rules', 'status']}>
      <ProposalsPage />
    </SectionMessages>
  )
}
