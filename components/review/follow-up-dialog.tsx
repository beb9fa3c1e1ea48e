'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { inputClass } from '@/components/ui/inputs/field'
import { classNames } from '@/lib/browser/class-names'
import { type Assignment, AssignmentFields, noAssignment } from './assignment'

/** Asks for the note, the assignee and the due date of several follow-ups. What is left empty stays as it is. */
export function FollowUpDialog({
  title,
  submit,
  onClose,
  onMark,
}: {
  title: string
  submit: string
  onClose: () => void
  onMark: (note: string | undefined, assigned: Assignment) => void
}) {
  const t = useTranslations('review.bulkMarks.dialog')
  const common = useTranslations('common')
  const [note, setNote] = useState('')
  const [assigned, setAssigned] = useState(noAssignment)
  const formId = useId()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onMark(note.trim() === '' ? undefined : note.trim(), assigned)
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-1">
        <label htmlFor={`${formId}-note`} className="text-sm font-medium">
          {t('note')}
        </label>
        <textarea
          id={`${formId}-note`}
          data-autofocus
          rows={3}
          maxLength={4_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
          className={classNames(inputClass, 'h-auto py-1.5')}
        />
        <div className="my-2">
          <AssignmentFields value={assigned} onChange={setAssigned} noneLabel={t('noChange')} />
        </div>
        <p className="text-xs text-ink-muted">{t('hint')}</p>
      </form>
    </Dialog>
  )
}
