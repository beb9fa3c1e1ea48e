'use client'

import { Plus, X } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/inputs/field'
import { Select } from '@/components/ui/inputs/select'
import { SuggestField } from '@/components/ui/inputs/suggest-field'
import type { ExplorerField } from '@/lib/explorer/schema'
import { operationHref } from './texts'

/** One id or parameter with its description. Its values are a list; only repeated ones have more than one. */
export function FormField({
  field,
  values,
  issue,
  onChange,
}: {
  field: ExplorerField
  values: readonly string[]
  issue: string | undefined
  onChange: (values: readonly string[]) => void
}) {
  const t = useTranslations('explorer.form')
  const id = useId()
  const { name, kind, isRequired } = field
  const [value = ''] = values
  const described = { 'aria-describedby': `${id}-words`, 'aria-invalid': issue !== undefined || undefined }
  const label = (
    <>
      <span className="font-mono text-xs">{name}</span>
      {isRequired && <span className="ms-1.5 text-xs font-normal text-ink-muted">{t('required')}</span>}
    </>
  )
  const words = <FieldWords id={`${id}-words`} field={field} issue={issue} />
  if (kind === 'list')
    return (
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">{label}</legend>
        <ListInputs field={field} values={values} described={described} onChange={onChange} />
        {words}
      </fieldset>
    )
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {kind === 'choice' ? (
        <Select
          id={id}
          describedBy={described['aria-describedby']}
          isInvalid={issue !== undefined}
          value={value}
          onChange={(next) => onChange([next])}
          options={[
            { value: '', label: t('notSent') },
            ...field.choices.map((choice) => ({ value: choice, label: choice })),
          ]}
        />
      ) : (
        <input
          {...described}
          id={id}
          value={value}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          placeholder={field.example ?? undefined}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange([event.target.value])}
          className={inputClass}
        />
      )}
      {words}
    </div>
  )
}

function FieldWords({ id, field, issue }: { id: string; field: ExplorerField; issue: string | undefined }) {
  const { words, whenAbsent, least, most, idOf } = field
  const t = useTranslations('explorer.form')
  const range = least !== null && most !== null && most < 1_000_000 ? t('range', { least, most }) : ''
  const absent = whenAbsent === null ? '' : t('whenAbsent', { value: whenAbsent })
  const text = [words, range, absent].filter((part) => part !== null && part !== '').join(' ')
  return (
    <span id={id} className="text-xs text-ink-muted">
      {issue !== undefined && <span className="block text-bad">{issue}</span>}
      {text}{' '}
      {idOf !== null && (
        <Link href={operationHref(idOf)} className="text-accent-ink underline underline-offset-2">
          {t('findIds', { operation: idOf })}
        </Link>
      )}
    </span>
  )
}

function ListInputs({
  field: { name, suggestions },
  values,
  described,
  onChange,
}: {
  field: ExplorerField
  values: readonly string[]
  described: object
  onChange: (values: readonly string[]) => void
}) {
  const t = useTranslations('explorer')
  const shown = values.length === 0 ? [''] : values
  return (
    <>
      {shown.map((value, at) => (
        // Values have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="flex items-center gap-1">
          <SuggestField
            {...described}
            value={value}
            listLabel={name}
            suggestions={suggestions.length === 0 ? null : suggestions}
            aria-label={t('form.value', { name, position: at + 1 })}
            onChange={(next) => onChange(shown.map((other, place) => (place === at ? next : other)))}
          />
          {values.length > 0 && (
            <IconButton
              label={t('form.removeValue', { name, position: at + 1 })}
              icon={X}
              onClick={() => onChange(shown.filter((_, place) => place !== at))}
            />
          )}
        </div>
      ))}
      <Button
        size="sm"
        variant="ghost"
        icon={Plus}
        className="-ms-2 self-start"
        onClick={() => onChange([...shown, ''])}
        aria-label={t('form.addValue', { name })}
      >
        {t('actions.addValue')}
      </Button>
    </>
  )
}
