'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { TextField } from '@/components/ui/inputs/field'
import { Select } from '@/components/ui/inputs/select'
import { triggerKinds } from '@/lib/rules/schema'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { AnswerFields } from './answer-fields'
import type { RuleDraft } from './use-rule-draft'

type Change = (next: Partial<RuleDraft>) => void

/** What sets the rule off, and the fields of triggers that are no filter. */
export function TriggerFields({ draft, change }: { draft: RuleDraft; change: Change }) {
  const t = useTranslations('rules.editor')
  const labels = {
    matches: t('triggers.matches'),
    answer: t('triggers.answer'),
    'asset-status': t('triggers.assetStatus'),
    'import-errors': t('triggers.importErrors'),
  }
  return (
    <>
      <Select
        label={t('trigger')}
        value={draft.kind}
        onChange={(value) => change({ kind: triggerKinds.find((kind) => kind === value) ?? 'matches' })}
        options={triggerKinds.map((value) => ({ value, label: labels[value] }))}
        className="max-w-72"
      />
      {draft.kind === 'answer' && (
        <AnswerFields answer={draft.answer} onChange={(next) => change({ answer: { ...draft.answer, ...next } })} />
      )}
      {draft.kind === 'asset-status' && <AssetStatusFields draft={draft} change={change} />}
      {draft.kind === 'import-errors' && <p className="text-sm text-ink-muted">{t('importText')}</p>}
    </>
  )
}

const unchosen = 'none'

function AssetStatusFields({ draft: { assetStatus, days }, change }: { draft: RuleDraft; change: Change }) {
  const t = useTranslations('rules.editor')
  const { data } = useQuery(statusGroupQueries.board())
  const options = (data?.groups ?? []).flatMap((group) =>
    group.options.map(({ optionId, name }) => ({ value: optionId, label: name, group: group.name })),
  )
  const choose = (optionId: string) => {
    const found = options.find(({ value }) => value === optionId)
    if (found !== undefined) change({ assetStatus: { optionId, name: found.label } })
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label={t('status.choose')}
        value={assetStatus?.optionId ?? unchosen}
        onChange={choose}
        options={[
          ...(assetStatus === null ? [{ value: unchosen, label: t('status.choose'), disabled: true }] : []),
          ...options,
        ]}
        className="max-w-72"
      />
      <TextField
        label={t('days')}
        type="number"
        min={0}
        max={365}
        value={String(days)}
        onChange={(event) => {
          const count = Number.parseInt(event.target.value, 10)
          if (!Number.isNaN(count)) change({ days: Math.min(365, Math.max(0, count)) })
        }}
        className="w-32"
      />
    </div>
  )
}
