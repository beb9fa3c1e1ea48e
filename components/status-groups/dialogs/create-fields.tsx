'use client'

import { inputClass, TextField } from '@/components/ui/field'
import { ApiError } from '@/lib/browser/api'
import { classNames } from '@/lib/browser/class-names'
import { descriptionCharsMax, type StatusGroupBoard } from '@/lib/status-groups/schema'
import { CreateStartChoice } from './create-start'
import { CreateStatusRows } from './create-status-rows'
import type { CreateForm } from './use-create-form'

/** The fields of a new group, with what is wrong in each. `error` is the answer to the last try. */
export function CreateFields({
  form: { from, draft, setDraft, choose, putBack, problems, doubts },
  groups,
  error,
}: {
  form: CreateForm
  groups: StatusGroupBoard['groups']
  error: Error | null
}) {
  const refused = error instanceof ApiError ? error.fields : {}
  const description = problems?.description ?? refused['description']
  return (
    <>
      <CreateStartChoice value={from} onChange={choose} groups={groups} />
      {putBack !== null && (
        <p className="-mt-2 text-sm text-ink-muted">
          This replaced what you had typed.{' '}
          <button
            type="button"
            className="font-medium text-accent-ink underline-offset-2 hover:underline"
            onClick={putBack}
          >
            Put it back
          </button>
        </p>
      )}
      <div>
        <TextField
          label="Name"
          value={draft.name}
          data-autofocus
          autoComplete="off"
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          error={problems?.name ?? refused['name']}
        />
        {doubts.name !== null && <p className="mt-1 text-xs text-attention">{doubts.name}</p>}
      </div>
      <label className="flex flex-col gap-1 text-sm">
        <span className="font-medium">
          Description <span className="font-normal text-ink-muted">(optional)</span>
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
      {doubts.statuses.map((doubt) => (
        <p key={doubt} className="text-xs text-attention">
          {doubt}
        </p>
      ))}
    </>
  )
}
