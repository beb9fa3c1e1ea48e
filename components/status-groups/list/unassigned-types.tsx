import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Translator } from '@/lib/messages/translator'
import type { UnassignedType } from '@/lib/status-groups/schema'

/** Further names are only counted. */
const namesMax = 8

/** Why types of a recreated group do not use it; types with the same reason share a line. */
export function UnassignedTypes({ types }: { types: readonly UnassignedType[] }) {
  const t = useTranslations('statusGroups.unassigned')
  const format = useFormatter()
  const reasons = new Map<string, UnassignedType[]>()
  for (const type of types) {
    const key = JSON.stringify(type.why)
    reasons.set(key, [...(reasons.get(key) ?? []), type])
  }
  return (
    <ul aria-label={t('label')} className="list-disc space-y-0.5 ps-5">
      {[...reasons].map(([key, alike]) => (
        <li key={key} className="wrap-anywhere">
          {describeWhy(t, format, alike)}
        </li>
      ))}
    </ul>
  )
}

function describeWhy(
  t: Translator<'statusGroups.unassigned'>,
  format: ReturnType<typeof useFormatter>,
  alike: readonly UnassignedType[],
): ReactNode {
  const why = alike[0]?.why
  const names = alike.slice(0, namesMax).map(({ name }) => name)
  const more = alike.length - names.length
  const said = {
    count: alike.length,
    types: format.list(more === 0 ? names : [...names, t('more', { count: more })]),
    strong: (text: ReactNode) => <span className="font-medium">{text}</span>,
  }
  switch (why?.kind) {
    case 'other-group':
      return t.rich('otherGroup', { ...said, group: why.groupName })
    case 'gone':
      return t.rich('deleted', said)
    case 'failed':
      return t.rich('failed', { ...said, reason: why.message })
    default:
      return t.rich('unknown', said)
  }
}
