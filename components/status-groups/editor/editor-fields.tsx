'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { Field } from '@base-ui/react/field'
import { TextField, inputClass } from '@/components/ui/inputs/field'
import { classNames } from '@/lib/browser/class-names'
import { describeIssue } from './editor-texts'
import type { Editor } from './use-editor'

/** Name and description of the group. */
export function EditorFields({ editor: { edits, act, issues, isLocked } }: { editor: Editor }) {
  const t = useTranslations('statusGroups.editor')
  const format = useFormatter()
  const { name, description } = edits.draft
  const settle = () => act({ kind: 'settle' })
  const nameIssue = issues.get('name')
  const issue = issues.get('description')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t('fields.name')}
        value={name}
        readOnly={isLocked}
        autoComplete="off"
        error={nameIssue === undefined ? undefined : describeIssue(t, format, nameIssue)}
        onChange={(event) => act({ kind: 'rename', name: event.target.value })}
        onBlur={settle}
      />
      <Field.Root invalid={issue !== undefined} className="flex flex-col gap-1">
        <Field.Label className="text-sm font-medium">{t('fields.description')}</Field.Label>
        <Field.Control
          value={description}
          readOnly={isLocked}
          onBlur={settle}
          render={
            <textarea
              rows={1}
              onChange={(event) => act({ kind: 'describe', description: event.target.value })}
              className={classNames(inputClass, 'field-sizing-content h-auto max-h-40 min-h-8 resize-y py-1.5')}
            />
          }
        />
        {issue !== undefined && (
          <Field.Error match className="text-xs text-bad">
            {describeIssue(t, format, issue)}
          </Field.Error>
        )}
      </Field.Root>
    </div>
  )
}
