'use client'

import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { CreateGroupDialog } from '@/components/status-groups/dialogs/create-dialog'
import type { CreateStart } from '@/components/status-groups/dialogs/create-draft'
import { DeleteGroupDialog } from '@/components/status-groups/dialogs/delete-dialog'
import { ImportGroupsDialog } from '@/components/status-groups/dialogs/import-dialog'
import type { Outcome } from './outcome'

export type OpenDialog =
  | { kind: 'create'; start: CreateStart }
  | { kind: 'import' }
  | { kind: 'delete'; groupId: string; name: string }

/** The open dialog of the list. `onDone` receives what was created or deleted. */
export function ListDialog({
  dialog,
  board,
  onDone,
  onClose,
}: {
  dialog: OpenDialog
  board: StatusGroupBoard | undefined
  onDone: (outcome: Omit<Outcome, 'id'>) => void
  onClose: () => void
}) {
  const finish = (outcome: Omit<Outcome, 'id'>) => {
    onClose()
    onDone(outcome)
  }
  if (dialog.kind === 'delete')
    return (
      <DeleteGroupDialog
        groupId={dialog.groupId}
        name={dialog.name}
        onClose={onClose}
        onDeleted={({ name, typeIds }, written) =>
          finish({ act: 'delete', name, groupId: null, written, typeCount: typeIds.length })
        }
      />
    )
  if (board === undefined) return null
  if (dialog.kind === 'import') return <ImportGroupsDialog board={board} onClose={onClose} />
  return (
    <CreateGroupDialog
      start={dialog.start}
      board={board}
      onClose={onClose}
      onCreated={(name, groupId, written) => finish({ act: 'create', name, groupId, written })}
    />
  )
}
