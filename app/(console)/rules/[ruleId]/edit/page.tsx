import { notFound } from 'next/navigation'
import * as z from 'zod'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { EditRulePage } from '@/components/rules/editor/edit-rule-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('rules.editor.edit')

export default async function Page({ params }: PageProps<'/rules/[ruleId]/edit'>) {
  await requirePageSession('rules:write')
  const ruleId = z.uuid().safeParse((await params).ruleId)
  if (!ruleId.success) notFound()
  return (
    <SectionMessages of={['rules', 'filters', 'status']}>
      <EditRulePage ruleId={ruleId.data} />
    </SectionMessages>
  )
}
