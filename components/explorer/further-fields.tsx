'use client'

import { Plus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/inputs/field'
import type { ExplorerForm } from '@/lib/explorer/schema'

type Further = ExplorerForm['further']

/** Parameters that are not documented, each with its name. */
export function FurtherFields({ further, onChange }: { further: Further; onChange: (further: Further) => void }) {
  const t = useTranslations('explorer')
  const set = (at: number, change: Partial<Further[number]>) =>
    onChange(further.map((pair, place) => (place === at ? { ...pair, ...change } : pair)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{t('form.further')}</legend>
      {further.map(({ name, value }, at) => (
        // Pairs have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="flex items-center gap-1">
          <input
            value={name}
            aria-label={t('form.parameterName', { position: at + 1 })}
            placeholder={t('form.namePlaceholder')}
            spellCheck={false}
            onChange={(event) => set(at, { name: event.target.value })}
            className={`${inputClass} font-mono`}
          />
          <input
            value={value}
            aria-label={t('form.parameterValue', { position: at + 1 })}
            placeholder={t('form.valuePlaceholder')}
            spellCheck={false}
            onChange={(event) => set(at, { value: event.target.value })}
            className={inputClass}
          />
          <IconButton
            label={t('form.removeParameter', { position: at + 1 })}
            icon={X}
            onClick={() => onChange(further.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="ghost"
        icon={Plus}
        className="-ms-2 self-start"
        onClick={() => onChange([...further, { name: '', value: '' }])}
      >
        {t('actions.addParameter')}
      </Button>
    </fieldset>
  )
}
