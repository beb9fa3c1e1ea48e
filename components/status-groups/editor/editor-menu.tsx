'use client'

import { useQuery } from '@tanstack/react-query'
import { Boxes, Copy, Download, Ellipsis, Link2, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { leaveFor } from '@/lib/browser/leave-guard'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { CreateGroupDialog } from '@/components/status-groups/dialogs/create-dialog'
import { DeleteGroupDialog } from '@/components/status-groups/dialogs/delete-dialog'
import { countAssets } from './editor-words'
import { assetsHref, groupHref, groupsHref, typeBoardHref } from '@/components/status-groups/links'
import { saveGroups } from '@/components/status-groups/dialogs/save-groups'

/** What else can be done with the group, as the service has it: staged edits are not in it. */
export function EditorMenu({ group, refusal }: { group: StatusGroup; refusal: string | null }) {
  const router = useRouter()
  const toast = useToast()
  const { data: board } = useQuery(statusGroupQueries.board())
  const [open, setOpen] = useState<'copy' | 'delete' | null>(null)
  const isOff = refusal !== null
  return (
    <>
      <Menu
        className="max-w-72"
        trigger={<IconButton label={`What to do with ${group.name}`} icon={Ellipsis} variant="secondary" />}
      >
        <MenuItem
          icon={Link2}
          onSelect={() => leaveFor(() => router.push(typeBoardHref(isOff ? group.groupId : undefined)))}
        >
          {isOff ? 'Show on the type board' : 'Assign to types'}
        </MenuItem>
        <MenuItem icon={Boxes} onSelect={() => leaveFor(() => router.push(assetsHref({ group: group.groupId })))}>
          Show its assets
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => saveGroups([group])}>
          Export as JSON
        </MenuItem>
        <MenuItem icon={Copy} disabled={isOff || board === undefined} onSelect={() => setOpen('copy')}>
          Duplicate
        </MenuItem>
        <MenuItem icon={Trash2} tone="bad" disabled={isOff} onSelect={() => setOpen('delete')}>
          Delete
        </MenuItem>
        {refusal !== null && (
          <MenuGroup label="Why some are off">
            <p className="px-2 pb-1.5 text-xs text-ink-muted">{refusal}</p>
          </MenuGroup>
        )}
      </Menu>
      {open === 'copy' && board !== undefined && (
        <CreateGroupDialog
          start={`copy:${group.groupId}`}
          board={board}
          onClose={() => setOpen(null)}
          onCreated={(name, groupId) => {
            setOpen(null)
            toast.show({ tone: 'good', title: `Created “${name}”` })
            leaveFor(() => router.push(groupId === null ? groupsHref : groupHref(groupId)))
          }}
        />
      )}
      {open === 'delete' && (
        <DeleteGroupDialog
          groupId={group.groupId}
          name={group.name}
          onClose={() => setOpen(null)}
          onDeleted={({ name }, { outcome, snapshotCount }) => {
            toast.show(
              outcome === 'done'
                ? {
                    tone: 'good',
                    title: `Deleted “${name}”`,
                    description: `${snapshotCount === 0 ? '' : `The status of ${countAssets(snapshotCount)} was cleared. `}The list keeps the group, to be created again.`,
                  }
                : {
                    tone: 'unknown',
                    title: 'The answer was lost',
                    description: `Nobody knows yet whether “${name}” was deleted. The console looks at the service; the list tells.`,
                  },
            )
            router.push(groupsHref)
          }}
        />
      )}
    </>
  )
}
