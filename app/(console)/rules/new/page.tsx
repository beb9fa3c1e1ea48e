import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { RuleEditor } from '@/components/rules/editor/rule-editor'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('rules.editor.new')

export default async function Page() {
  await requirePageSession('rules:write')
  return (
    <SectionMessages of={['rules', 'filters', 'status']}>
      <RuleEditor rule={null} />
    </SectionMessages>
  )
}
