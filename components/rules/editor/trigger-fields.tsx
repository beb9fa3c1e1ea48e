'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { TextField } from '@/components/ui/inputs/field'
import { Select } from '@/components/ui/inputs/select'
import { triggerKinds, troubles } from '@/lib/rules/values-model'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { AnswerFields } from './answer-fields'
import type { RuleDraft } from './use-rule-draft'

type Change = (next: Partial<RuleDraft>) => void

/** What triggers the rule, and the fields of triggers other than filters. */
export function TriggerFields({ draft, change }: { draft: RuleDraft; change: Change }) {
  const t = useTranslations('rules.editor')
  const labels = {
    matches: t('triggers.matches'),
    answer: t('triggers.answer'),
    'asset-status': t('triggers.assetStatus'),
    'asset-idle': t('triggers.assetIdle'),
    'import-errors': t('triggers.importErrors'),
    trouble: t('triggers.trouble'),
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
      {draft.kind === 'asset-idle' && <AssetIdleFields draft={draft} change={change} />}
      {draft.kind === 'import-errors' && <p className="text-sm text-ink-muted">{t('importText')}</p>}
      {draft.kind === 'trouble' && (
        <TroubleFields trouble={draft.trouble} onChange={(trouble) => change({ trouble })} />
      )}
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
      <CountField label={t('days')} value={days} min={0} max={365} onChange={(next) => change({ days: next })} />
    </div>
  )
}

const anyType = 'any'

function AssetIdleFields({ draft: { assetType, days }, change }: { draft: RuleDraft; change: Change }) {
  const t = useTranslations('rules.editor')
  const { data } = useQuery(statusGroupQueries.board())
  const types = (data?.types ?? []).map(({ typeId, name }) => ({ value: typeId, label: name }))
  // A type that the service no longer lists still belongs to the rule.
  const isListed = assetType === null || types.some(({ value }) => value === assetType.id)
  const options = [
    { value: anyType, label: t('idle.anyType') },
    ...(isListed ? [] : [{ value: assetType.id, label: assetType.name }]),
    ...types,
  ]
  const choose = (typeId: string) => {
    const found = options.find(({ value }) => value === typeId)
    if (found !== undefined) change({ assetType: typeId === anyType ? null : { id: typeId, name: found.label } })
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('idle.type')}
          value={assetType?.id ?? anyType}
          onChange={choose}
          options={options}
          className="max-w-72"
        />
        <CountField
          label={t('days')}
          value={Math.max(1, days)}
          min={1}
          max={1_000}
          onChange={(next) => change({ days: next })}
        />
      </div>
      <p className="text-sm text-ink-muted">{t('idle.text')}</p>
    </>
  )
}

type Trouble = RuleDraft['trouble']

function TroubleFields({ trouble, onChange }: { trouble: Trouble; onChange: (next: Trouble) => void }) {
  const t = useTranslations('rules.editor.trouble')
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('of')}
          value={trouble.of}
          onChange={(of) => onChange({ ...trouble, of })}
          options={troubles.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          className="max-w-80"
        />
        <CountField
          label={t('minutes')}
          value={trouble.minutes}
          min={1}
          max={1_440}
          onChange={(minutes) => onChange({ ...trouble, minutes })}
        />
      </div>
      <p className="text-sm text-ink-muted">{t(`texts.${trouble.of}`)}</p>
    </>
  )
}

function CountField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}) {
  return (
    <TextField
      label={label}
      type="number"
      min={min}
      max={max}
      value={String(value)}
      onChange={(event) => {
        const count = Number.parseInt(event.target.value, 10)
        if (!Number.isNaN(count)) onChange(Math.min(max, Math.max(min, count)))
      }}
      className="w-32"
    />
  )
}
