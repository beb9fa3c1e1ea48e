'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/inputs/field'
import { Select } from '@/components/ui/inputs/select'
import type { Place } from './grid-model'
import { type Find, type Searched, useFind } from './use-find'

/**
 * Finds and replaces in all rows or the visible rows. Passwords are not searched, because a match would reveal them.
 */
export function FindDialog({
  open,
  onClose,
  onGoTo,
  ...searched
}: Searched & {
  open: boolean
  onClose: () => void
  onGoTo: (place: Place) => void
}) {
  const t = useTranslations('userJobs.grid.find')
  const search = useFind(searched, open)
  const { found } = search
  const close = () => {
    search.reset()
    onClose()
  }
  const [first] = found
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={t('title')}
      footer={
        <>
          <Button
            disabled={first === undefined}
            onClick={() => {
              if (first === undefined) return
              close()
              onGoTo(first)
            }}
          >
            {t('actions.first')}
          </Button>
          <Button variant="primary" disabled={found.length === 0} onClick={search.replaceAll}>
            {t('actions.replace', { count: found.length })}
          </Button>
        </>
      }
    >
      <FindForm search={search} searched={searched} />
    </Dialog>
  )
}

function FindForm({ search, searched }: { search: Find; searched: Searched }) {
  const t = useTranslations('userJobs.grid.find')
  const { choices, found, done, choose, replaceAll } = search
  const { sheet, rowIds } = searched
  const { find, isWhole } = choices
  const isFiltered = rowIds !== sheet.rowIds
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (found.length > 0) replaceAll()
      }}
    >
      <TextField
        label={t('find')}
        data-autofocus
        value={find}
        hint={isWhole && find === '' ? t('emptyCells') : ''}
        onChange={({ currentTarget }) => choose({ find: currentTarget.value })}
      />
      <TextField
        label={t('replace')}
        value={choices.replacement}
        onChange={({ currentTarget }) => choose({ replacement: currentTarget.value })}
      />
      <ColumnSelect {...searched} value={choices.column} onChange={(column) => choose({ column })} />
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <legend className="sr-only">{t('options')}</legend>
        <Check label={t('whole')} checked={isWhole} onChange={(next) => choose({ isWhole: next })} />
        <Check
          label={t('caseSensitive')}
          checked={choices.isCaseSensitive}
          onChange={(isCaseSensitive) => choose({ isCaseSensitive })}
        />
        {isFiltered && (
          <Check
            label={t('shownOnly', { count: rowIds.length })}
            checked={choices.isShownOnly}
            onChange={(isShownOnly) => choose({ isShownOnly })}
          />
        )}
      </fieldset>
      <output className="block text-sm text-ink-muted">
        {done ?? (find === '' && !isWhole ? t('passwords') : t('found', { count: found.length }))}
      </output>
      <button type="submit" hidden>
        {t('actions.replaceAll')}
      </button>
    </form>
  )
}

function ColumnSelect({
  sheet,
  secret,
  value,
  onChange,
}: Pick<Searched, 'sheet' | 'secret'> & { value: string; onChange: (next: string) => void }) {
  const t = useTranslations('userJobs.grid.find')
  const id = useId()
  return (
    <div className="flex flex-col gap-1 text-sm font-medium">
      <label htmlFor={id}>{t('column')}</label>
      <Select
        id={id}
        value={value}
        onChange={onChange}
        options={[
          { value: '', label: t('allColumns') },
          ...sheet.header.flatMap((head, at) => (secret.has(at) ? [] : [{ value: String(at), label: head }])),
        ]}
      />
    </div>
  )
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (next: boolean) => void }) {
  return (
    <label className="flex items-center gap-2">
      <Checkbox checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  )
}
