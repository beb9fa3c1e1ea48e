'use client'

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

/** Creates a group: from nothing, from a starter set, or as a copy. What was typed stays until it is created or given up. */
export function CreateGroupDialog({
  start,
  board,
  onCreated,
  onClose,
}: {
  start: CreateStart
  board: StatusGroupBoard
  /** `written` is null where only the list shows that the group is there. */
  onCreated: (name: string, groupId: string | null, written: StatusGroupWritten | null) => void
  onClose: () => void
}) {
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
      label: 'Create the group',
      group: 'Status groups',
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
      title="New status group"
      description="It is created at the service at once. No asset changes until types use it."
      footer={
        isLeaving ? (
          <>
            <p role="alert" className="mr-auto self-center text-sm">
              Give up what you typed?
            </p>
            <Button onClick={() => setLeaving(false)}>Keep it</Button>
            <Button variant="danger" onClick={onClose}>
              Give it up
            </Button>
          </>
        ) : (
          <>
            <Button onClick={leave} disabled={creating.isPending}>
              Cancel
            </Button>
            <Button variant="primary" busy={creating.isPending} onClick={submit}>
              Create group
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
  const isUnknown = error instanceof ApiError && error.code === 'upstream_unknown'
  return (
    <ErrorNotice
      error={error}
      title={isUnknown ? 'It is not known whether the group was created' : 'The group was not created'}
      kept="What you typed is kept here."
      tone={isUnknown ? 'attention' : 'bad'}
    />
  )
}
