import { notFound } from 'next/navigation'
import * as z from 'zod'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { RulePage } from '@/components/rules/rule-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('rules.title')

export default async function Page({ params }: PageProps<'/rules/[ruleId]'>) {
  await requirePageSession('rules:read')
  const ruleId = z.uuid().safeParse((await params).ruleId)
  if (!ruleId.success) notFound()
  return (
    <SectionMessages of={['rules', 'filters']}>
      <RulePage ruleId={ruleId.data} />
    </SectionMessages>
  )
}
