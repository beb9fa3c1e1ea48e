'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { outgoingQueries } from '@/lib/outgoing/queries'
import type { RuleDraft } from './use-rule-draft'

type Send = NonNullable<RuleDraft['send']>

/** The targets of outgoing webhooks that a rule sends to. One that was deleted is left out when the rule is saved. */
export function SendFields({ send, onChange }: { send: Send; onChange: (next: Send) => void }) {
  const t = useTranslations('rules.editor.send')
  const { data } = useQuery(outgoingQueries.list())
  const targets = data?.targets ?? []
  const ids = targets.map(({ targetId }) => targetId)
  return (
    <>
      {data !== undefined && targets.length === 0 && <p className="text-sm text-ink-muted">{t('none')}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {targets.map(({ targetId, name }) => (
          <label key={targetId} className="flex items-center gap-2">
            <Checkbox
              checked={send.targetIds.includes(targetId)}
              onChange={(event) =>
                onChange({
                  targetIds: ids.filter((id) => (id === targetId ? event.target.checked : send.targetIds.includes(id))),
                })
              }
            />
            <span className="wrap-anywhere">{name}</span>
          </label>
        ))}
      </div>
      {/* A new tab keeps what was entered here. */}
      <Link href="/outgoing" target="_blank" className="w-fit text-sm text-accent-ink hover:underline">
        {t('manage')}
      </Link>
    </>
  )
}
