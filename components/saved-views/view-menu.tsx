'use client'

import {
  ArrowLeft,
  ArrowRight,
  Copy,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  FileUp,
  Link2,
  Lock,
  Pencil,
  Plus,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { saveText } from '@/lib/browser/save-file'
import { allKey, writeViewsFile, type BarView } from '@/lib/saved-views/model'
import type { SavedView } from '@/lib/saved-views/schema'
import { viewHref } from './use-view-address'

export interface ViewMenuProps {
  active: BarView | null
  shown: readonly BarView[]
  hidden: readonly BarView[]
  mayShare: boolean
  onCreate: () => void
  onRename: (view: SavedView) => void
  onShare: (view: SavedView, isShared: boolean) => void
  onChoosePeople: (view: SavedView) => void
  onDelete: (view: SavedView) => void
  onMove: (key: string, by: -1 | 1) => void
  onHide: (key: string) => void
  onUnhide: (key: string) => void
  onImport: () => void
}

/** What can be done with the active view, and with all of them. */
export function ViewMenu(props: ViewMenuProps) {
  const { active, shown, hidden, onCreate, onUnhide, onImport } = props
  const stored = active?.stored ?? null
  const own = shown.flatMap((view) => (view.stored?.isMine === true ? [view.stored] : []))
  return (
    <Menu trigger={<IconButton size="sm" icon={Ellipsis} label="View options" />} className="max-w-80">
      {active !== null && <ActiveViewGroup {...props} active={active} />}
      <MenuGroup label="All views">
        {active === null && (
          <MenuItem icon={Plus} onSelect={onCreate}>
            Save this list as a view
          </MenuItem>
        )}
        {hidden.map((view) => (
          <MenuItem key={view.key} icon={Eye} onSelect={() => onUnhide(view.key)}>
            <span className="truncate">Show “{view.name}” again</span>
          </MenuItem>
        ))}
        <MenuItem icon={FileUp} onSelect={onImport}>
          Import views
        </MenuItem>
        <MenuItem
          icon={Download}
          disabled={own.length === 0}
          onSelect={() => saveText('sightline-views.json', 'application/json', writeViewsFile(own))}
        >
          {own.length === 1 ? 'Export my view' : own.length === 0 ? 'Export my views' : `Export my ${own.length} views`}
        </MenuItem>
        {stored !== null && (
          <MenuItem
            icon={Download}
            onSelect={() => saveText('sightline-view.json', 'application/json', writeViewsFile([stored]))}
          >
            Export this view
          </MenuItem>
        )}
      </MenuGroup>
    </Menu>
  )
}

const describePeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)

function ActiveViewGroup({
  active,
  shown,
  mayShare,
  onCreate,
  onRename,
  onShare,
  onChoosePeople,
  onDelete,
  onMove,
  onHide,
}: ViewMenuProps & { active: BarView }) {
  const toast = useToast()
  const { stored } = active
  const at = shown.indexOf(active)
  const copyLink = async (view: BarView) => {
    try {
      await navigator.clipboard.writeText(new URL(viewHref(view), window.location.href).href)
      toast.show({
        tone: 'good',
        title: `Copied the link to “${view.name}”`,
        ...(view.stored?.isShared === false
          ? { description: 'The view is private: others see the same list, without its name.' }
          : {}),
      })
    } catch {
      toast.show({ tone: 'bad', title: 'The link was not copied', description: 'The browser did not allow it.' })
    }
  }
  return (
    <MenuGroup label={stored !== null && !stored.isMine ? `${active.name} · by ${stored.ownerName}` : active.name}>
      {stored?.mayEdit === true && (
        <MenuItem icon={Pencil} onSelect={() => onRename(stored)}>
          Rename
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={onCreate}>
        Save as a new view
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => void copyLink(active)}>
        Copy link
      </MenuItem>
      {stored?.mayEdit === true && (stored.isShared || mayShare) && (
        <MenuItem icon={stored.isShared ? Lock : Users} onSelect={() => onShare(stored, !stored.isShared)}>
          {stored.isShared ? 'Stop sharing' : 'Share with everyone'}
        </MenuItem>
      )}
      {stored?.isMine === true && (mayShare || stored.sharedWith.length > 0) && (
        <MenuItem icon={UserPlus} onSelect={() => onChoosePeople(stored)}>
          {stored.sharedWith.length > 0
            ? `Shared with ${describePeople(stored.sharedWith.length)}`
            : 'Share with people'}
        </MenuItem>
      )}
      <MenuItem icon={ArrowLeft} disabled={at <= 0} onSelect={() => onMove(active.key, -1)}>
        Move left
      </MenuItem>
      <MenuItem
        icon={ArrowRight}
        disabled={at === -1 || at === shown.length - 1}
        onSelect={() => onMove(active.key, 1)}
      >
        Move right
      </MenuItem>
      {stored?.isMine !== true && active.key !== allKey && at !== -1 && (
        <MenuItem icon={EyeOff} onSelect={() => onHide(active.key)}>
          Hide from my bar
        </MenuItem>
      )}
      {stored?.mayEdit === true && (
        <MenuItem icon={Trash2} tone="bad" onSelect={() => onDelete(stored)}>
          {stored.isShared || stored.sharedWith.length > 0 ? 'Delete for everyone' : 'Delete'}
        </MenuItem>
      )}
    </MenuGroup>
  )
}
