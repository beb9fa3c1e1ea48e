'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Radio } from '@/components/ui/inputs/radio'
import { Select } from '@/components/ui/inputs/select'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { starterSets } from '@/lib/status-groups/starters'
import type { CreateStart } from './create-draft'
import { StatusMark } from '@/components/status/status-chip'

/** The start of a new group: nothing, a starter set, or a copy of another group. */
export function CreateStartChoice({
  value,
  onChange,
  groups,
}: {
  value: CreateStart
  onChange: (start: CreateStart) => void
  groups: StatusGroupBoard['groups']
}) {
  const t = useTranslations('statusGroups.create.start')
  const name = useId()
  const starter = starterSets.find(({ key }) => value === `starter:${key}`)
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{t('title')}</legend>
      <div className="flex flex-wrap gap-1.5">
        <Choice name={name} isChosen={value === 'empty'} onChoose={() => onChange('empty')}>
          {t('empty')}
        </Choice>
        {starterSets.map((one) => (
          <Choice key={one.key} name={name} isChosen={starter === one} onChoose={() => onChange(`starter:${one.key}`)}>
            <span aria-hidden className="flex gap-0.5">
              {one.options.map((status) => (
                <StatusMark key={status.name} color={status.color} className="size-2" />
              ))}
            </span>
            {one.name}
          </Choice>
        ))}
        {groups.length > 0 && (
          <Select
            label={t('copyLabel')}
            value={value.startsWith('copy:') ? value.slice('copy:'.length) : ''}
            onChange={(next) => onChange(next === '' ? 'empty' : `copy:${next}`)}
            className="h-7! w-auto! max-w-52"
            options={[
              { value: '', label: t('copy') },
              ...groups.map((group) => ({ value: group.groupId, label: group.name })),
            ]}
          />
        )}
      </div>
      <p className="min-h-4 text-xs text-ink-muted">
        {starter !== undefined && t(`use.${starter.key}`)}
        {value.startsWith('copy:') && t('copyNote')}
      </p>
    </fieldset>
  )
}

function Choice({
  name,
  isChosen,
  onChoose,
  children,
}: {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}) {
  return (
    <label className="inline-flex h-7 cursor-pointer items-center gap-1.5 rounded border border-line px-2 text-sm select-none hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Radio name={name} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  )
}
