'use client'

import { fixedText } from '@/components/status/rich'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useId, useState } from 'react'
import type { Replacement, DraftStatus } from '@/lib/status-groups/model'
import { Button } from '@/components/ui/button'
import { Radio } from '@/components/ui/inputs/radio'
import { StatusChip } from '@/components/status/status-chip'

/** A choice of the status that the assets of removed statuses get. Nothing is preselected. */
export function ReplacementChoice({
  legend,
  targets,
  value,
  clearLabel,
  onChange,
}: {
  legend: string
  targets: readonly DraftStatus[]
  value: Replacement | null
  /** The label for clearing, with the number of assets; null if clearing is not offered. */
  clearLabel: string | null
  onChange: (replacement: Replacement) => void
}) {
  const t = useTranslations('statusGroups.editor.replacement')
  const group = useId()
  const chips = new Map(
    targets.map(({ key, name, color }) => [key, <StatusChip key={key} name={name} color={color} />]),
  )
  const rowClass =
    'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-sm hover:bg-raised has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent'
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {targets.map((target) => (
        <label key={target.key} className={rowClass}>
          <Radio
            name={group}
            checked={value?.kind === 'move' && value.optionId === target.optionId}
            onChange={() => onChange({ kind: 'move', optionId: target.optionId ?? '' })}
          />
          {t.rich('moveTo', {
            text: fixedText,
            status: () => chips.get(target.key),
          })}
        </label>
      ))}
      {clearLabel !== null && (
        <label className={rowClass}>
          <Radio name={group} checked={value?.kind === 'clear'} onChange={() => onChange({ kind: 'clear' })} />
          <span className="text-bad">{clearLabel}</span>
        </label>
      )}
    </fieldset>
  )
}

/** The status that the assets of removed statuses get. The person chooses it once and can change it later. */
export function Replacing(choice: ComponentProps<typeof ReplacementChoice>) {
  const t = useTranslations('statusGroups.editor.diff')
  const [isAsking, setAsking] = useState(false)
  if (choice.value !== null && !isAsking)
    return (
      <Button size="sm" onClick={() => setAsking(true)} className="self-start">
        {t('actions.change')}
      </Button>
    )
  return (
    <ReplacementChoice
      {...choice}
      onChange={(replacement) => {
        choice.onChange(replacement)
        setAsking(false)
      }}
    />
  )
}
