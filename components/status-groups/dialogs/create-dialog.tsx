'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ApiError } from '@/lib/browser/api'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { StatusGroupBoard, StatusGroupWritten } from '@/lib/status-groups/schema'
import type { CreateStart } from './create-draft'
import { CreateFields } from './create-fields'
import { useCreateForm } from './use-create-form'
import { useCreateGroup } from './use-create-group'

/** Creates a group: empty, from a starter set, or as a copy. Its draft stays until it is created or discarded. */
export function CreateGroupDialog({
  start,
  board,
  onCreated,
  onClose,
}: {
  start: CreateStart
  board: StatusGroupBoard
  /** `written` is null if the response was lost and only the list shows that the group exists. */
  onCreated: (name: string, groupId: string | null, written: StatusGroupWritten | null) => void
  onClose: () => void
}) {
  const t = useTranslations('statusGroups.create')
  const common = useTranslations('common')
  const form = useCreateForm(start, board)
  const creating = useCreateGroup(onCreated)
  const [isLeaving, setLeaving] = useState(false)

  const submit = () => {
    if (form.asked === null) return form.showProblems()
    creating.mutate(form.asked)
  }
  useShortcuts([
    {
      id: 'status-groups:create',
      keys: ['mod+enter'],
      label: t('shortcut'),
      group: t('shortcutGroup'),
      inDialogs: true,
      run: () => (creating.isPending ? undefined : submit()),
    },
  ])
  const leave = () => {
    if (form.isDirty && !isLeaving) return setLeaving(true)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !creating.isPending && leave()}
      title={t('title')}
      description={t('description')}
      footer={
        isLeaving ? (
          <>
            <p role="alert" className="me-auto self-center text-sm">
              {t('discard')}
            </p>
            <Button onClick={() => setLeaving(false)}>{t('actions.keepEditing')}</Button>
            <Button variant="danger" onClick={onClose}>
              {t('actions.discard')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={leave} disabled={creating.isPending}>
              {common('cancel')}
            </Button>
            <Button variant="primary" busy={creating.isPending} onClick={submit}>
              {t('actions.create')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <CreateFields form={form} groups={board.groups} error={creating.error} />
        {creating.error !== null && <CreateFailure error={creating.error} />}
      </div>
    </Dialog>
  )
}

function CreateFailure({ error }: { error: Error }) {
  const t = useTranslations('statusGroups.create')
  const isUnknown = error instanceof ApiError && error.code === 'upstream_unknown'
  return (
    <ErrorNotice
      error={error}
      title={isUnknown ? t('unknown') : t('failed')}
      kept={t('kept')}
      tone={isUnknown ? 'attention' : 'bad'}
    />
  )
}
