'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { ApiError } from '@/lib/browser/api'
import { findNameProblem } from '@/lib/browser/name-problem'
import { viewName } from '@/lib/saved-views/schema'
import { nameLengthMax } from '@/lib/saved-views/values-model'

/**
 * Asks for the name of a view. The dialog closes when `onSave` resolves; it shows what `onSave` throws and keeps the
 * typed name.
 */
export function NameDialog({
  title,
  action,
  initialName,
  mayShare,
  onSave,
  onClose,
}: {
  title: string
  action: string
  initialName: string
  /** Shows the option to share the view. */
  mayShare: boolean
  onSave: (view: { name: string; isShared: boolean }) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTranslations('savedViews.name')
  const common = useTranslations('common')
  const [name, setName] = useState(initialName)
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = useMutation({ mutationFn: onSave, onSuccess: onClose })
  const refused = save.error instanceof ApiError ? save.error.fields['name'] : undefined
  const submit = () => {
    const parsed = viewName.safeParse(name)
    const found = findNameProblem(parsed.error)
    if (found !== undefined) return setProblem(t(`problem.${found}`, { max: nameLengthMax }))
    if (parsed.success) save.mutate({ name: parsed.data, isShared })
  }
  const wrong = problem ?? refused
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form="view-name" busy={save.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id="view-name"
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={t('label')}
          data-autofocus
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
            save.reset()
          }}
          error={wrong === undefined ? undefined : t('invalid', { problem: wrong })}
        />
        {mayShare && (
          <label className="flex items-center gap-2 text-sm">
            <Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)} />
            {t('share')}
          </label>
        )}
        {save.error !== null && refused === undefined && (
          <ErrorNotice error={save.error} title={t('failure.title')} kept={t('failure.kept')} />
        )}
      </form>
    </Dialog>
  )
}
