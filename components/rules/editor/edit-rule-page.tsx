'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ListStates } from '@/components/ui/lists/list-states'
import { useMounted } from '@/lib/browser/now'
import { ruleQueries } from '@/lib/rules/queries'
import { RuleEditor } from './rule-editor'

/** The editor of a rule as it was when the page was opened. A change by another person since then is a conflict. */
export function EditRulePage({ ruleId }: { ruleId: string }) {
  const t = useTranslations('rules')
  const isMounted = useMounted()
  const query = useQuery({ ...ruleQueries.one(ruleId), staleTime: Infinity })
  const data = isMounted ? query.data : undefined
  if (data !== undefined) return <RuleEditor rule={data.rule} />
  return (
    <div className="flex max-w-[63rem] flex-col gap-4 p-4 sm:p-6">
      <ListStates query={{ ...query, data }} title={t('failedOne')} shape="form" />
    </div>
  )
}
