'use client'

import { useTranslations } from 'next-intl'
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
import { assetsHref, groupHref, groupsHref, typeBoardHref } from '@/components/status-groups/links'
import { saveGroups } from '@/components/status-groups/dialogs/save-groups'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const DeleteGroupDialog = lateComponent(
  onDemand(() => import('@/components/status-groups/dialogs/delete-dialog'), { isEarly: true }),
  (loaded) => loaded.DeleteGroupDialog,
)

const CreateGroupDialog = lateComponent(
  onDemand(() => import('@/components/status-groups/dialogs/create-dialog'), { isEarly: true }),
  (loaded) => loaded.CreateGroupDialog,
)

/** More actions for the saved group. They ignore pending changes. */
export function EditorMenu({ group, refusal }: { group: StatusGroup; refusal: string | null }) {
  const t = useTranslations('statusGroups.menu')
  const result = useTranslations('statusGroups.editor.menu')
  const unknown = useTranslations('statusGroups.outcome.unknown')
  const router = useRouter()
  const toast = useToast()
  const { data: board } = useQuery(statusGroupQueries.board())
  const [open, setOpen] = useState<'copy' | 'delete' | null>(null)
  const isOff = refusal !== null
  return (
    <>
      <Menu
        className="max-w-72"
        trigger={<IconButton label={t('label', { name: group.name })} icon={Ellipsis} variant="secondary" />}
      >
        <MenuItem
          icon={Link2}
          onSelect={() => leaveFor(() => router.push(typeBoardHref(isOff ? group.groupId : undefined)))}
        >
          {isOff ? t('actions.showOnBoard') : t('actions.assign')}
        </MenuItem>
        <MenuItem icon={Boxes} onSelect={() => leaveFor(() => router.push(assetsHref({ group: group.groupId })))}>
          {t('actions.showAssets')}
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => saveGroups([group])}>
          {t('actions.export')}
        </MenuItem>
        <MenuItem icon={Copy} disabled={isOff || board === undefined} onSelect={() => setOpen('copy')}>
          {t('actions.duplicate')}
        </MenuItem>
        <MenuItem icon={Trash2} tone="bad" disabled={isOff} onSelect={() => setOpen('delete')}>
          {t('actions.delete')}
        </MenuItem>
        {refusal !== null && (
          <MenuGroup label={t('whyDisabled')}>
            <p className="px-2 pb-1.5 text-xs text-ink-muted">{refusal}</p>
          </MenuGroup>
        )}
      </Menu>
      {open === 'copy' && board !== undefined && (
        <CreateGroupDialog
          start={`copy:${group.groupId}`}
          board={board}
          onClose={() => setOpen(null)}
          onCreated={(name, groupId, written) => {
            setOpen(null)
            toast.show(
              written?.outcome === 'unknown'
                ? { tone: 'unknown', title: unknown('create', { name }), description: result('lostNote') }
                : { tone: 'good', title: result('created', { name }) },
            )
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
                    title: result('deleted', { name }),
                    description: result('deletedNote', { count: snapshotCount }),
                  }
                : {
                    tone: 'unknown',
                    title: result('lost', { name }),
                    description: result('lostNote'),
                  },
            )
            router.push(groupsHref)
          }}
        />
      )}
    </>
  )
}
