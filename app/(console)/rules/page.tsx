import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { RulesPage } from '@/components/rules/rules-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('rules.title')

export default async function Page() {
  await requirePageSession('rules:read')
  return (
    <SectionMessages of={['rules', 'filters']}>
      <RulesPage />
    </SectionMessages>
  )
}
