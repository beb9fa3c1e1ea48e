'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'next-intl'
import { inputClass, TextField } from '@/components/ui/inputs/field'
import { ApiError } from '@/lib/browser/api'
import { classNames } from '@/lib/browser/class-names'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { descriptionCharsMax } from '@/lib/status-groups/values-model'
import { CreateStartChoice } from './create-start'
import { CreateStatusRows } from './create-status-rows'
import { describeTextIssue } from './create-texts'
import type { CreateForm } from './use-create-form'

const quietText = (text: ReactNode) => <span className="font-normal text-ink-muted">{text}</span>

const buttonFor = (onClick: () => void) => (text: ReactNode) => (
  <button type="button" className="font-medium text-accent-ink underline-offset-2 hover:underline" onClick={onClick}>
    {text}
  </button>
)

/** The fields of a new group with their errors. `error` is that of the last attempt. */
export function CreateFields({
  form: { from, draft, setDraft, choose, putBack, problems, doubts },
  groups,
  error,
}: {
  form: CreateForm
  groups: StatusGroupBoard['groups']
  error: Error | null
}) {
  const t = useTranslations('statusGroups.create')
  const refused = error instanceof ApiError ? error.fields : {}
  const issue = problems?.description
  const description = issue === undefined ? refused['description'] : describeTextIssue(t, 'description', issue)
  return (
    <>
      <CreateStartChoice value={from} onChange={choose} groups={groups} />
      {putBack !== null && (
        <p className="-mt-2 text-sm text-ink-muted">
          {t.rich('replaced', {
            button: buttonFor(putBack),
          })}
        </p>
      )}
      <div>
        <TextField
          label={t('name')}
          value={draft.name}
          data-autofocus
          autoComplete="off"
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          error={problems?.name === undefined ? refused['name'] : describeTextIssue(t, 'name', problems.name)}
        />
        {doubts.isNameTaken && <p className="mt-1 text-xs text-attention">{t('nameTaken')}</p>}
      </div>
      <label className="flex flex-col gap-1 text-sm">
        <span className="font-medium">
          {t.rich('optionalDescription', {
            quiet: quietText,
          })}
        </span>
        <textarea
          value={draft.description}
          rows={2}
          maxLength={descriptionCharsMax}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
          className={classNames(inputClass, 'h-auto! min-h-14 py-1.5')}
        />
        {description !== undefined && <span className="text-xs text-bad">{description}</span>}
      </label>
      <CreateStatusRows draft={draft} onChange={setDraft} problems={problems} />
      {doubts.sameNames.map((name) => (
        <p key={name} className="text-xs text-attention">
          {t('sameName', { name })}
        </p>
      ))}
    </>
  )
}
