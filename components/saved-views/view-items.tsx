'use client'

import {
  ArrowLeft,
  ArrowRight,
  Copy,
  Download,
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
  Zap,
} from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { newRuleHref } from '@/components/rules/links'
import { MenuGroup, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { fullAddress } from '@/lib/browser/own-address'
import { saveText } from '@/lib/browser/save-file'
import { useMay } from '@/lib/browser/sign-in/actor'
import { allKey, type BarView } from '@/lib/saved-views/model'
import { writeViewsFile } from '@/lib/saved-views/model'
import type { SavedView } from '@/lib/saved-views/schema'
import { viewHref } from './use-view-address'
import { useViewsOf } from './views-of'

export interface ViewItemsProps {
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

/** The actions of the active view, and of all views. */
export function ViewItems(props: ViewItemsProps) {
  const t = useTranslations('savedViews.menu')
  const { active, shown, hidden, onCreate, onUnhide, onImport } = props
  const { list } = useViewsOf()
  // Rules are about inspections.
  const mayRule = useMay('rules:write') && list === 'inspections'
  const stored = active?.stored ?? null
  const own = shown.flatMap((view) => (view.stored?.isMine === true ? [view.stored] : []))
  return (
    <>
      {active !== null && <ActiveViewGroup {...props} active={active} />}
      <MenuGroup label={t('all')}>
        {active === null && (
          <MenuItem icon={Plus} onSelect={onCreate}>
            {t('actions.saveList')}
          </MenuItem>
        )}
        {mayRule && <RuleItem />}
        {hidden.map((view) => (
          <MenuItem key={view.key} icon={Eye} onSelect={() => onUnhide(view.key)}>
            <span className="truncate">{t('unhide', { name: view.name })}</span>
          </MenuItem>
        ))}
        <MenuItem icon={FileUp} onSelect={onImport}>
          {t('actions.import')}
        </MenuItem>
        <MenuItem
          icon={Download}
          disabled={own.length === 0}
          onSelect={() => saveText('sightline-views.json', 'application/json', writeViewsFile(own, list))}
        >
          {t('actions.exportAll')}
        </MenuItem>
        {stored !== null && (
          <MenuItem
            icon={Download}
            onSelect={() => saveText('sightline-view.json', 'application/json', writeViewsFile([stored], list))}
          >
            {t('actions.exportThis')}
          </MenuItem>
        )}
      </MenuGroup>
    </>
  )
}

/** Begins a rule with the filter of the list. */
function RuleItem() {
  const t = useTranslations('savedViews.menu')
  const router = useRouter()
  return (
    // The cast is safe because the page exists, and reads the address as the list does.
    <MenuItem icon={Zap} onSelect={() => router.push(`${newRuleHref}${window.location.search}` as Route)}>
      {t('actions.createRule')}
    </MenuItem>
  )
}

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
}: ViewItemsProps & { active: BarView }) {
  const t = useTranslations('savedViews.menu')
  const toast = useToast()
  const { list } = useViewsOf()
  const { stored } = active
  const at = shown.indexOf(active)
  const copyLink = async (view: BarView) => {
    try {
      await navigator.clipboard.writeText(fullAddress(viewHref(view, list)))
      toast.show({
        tone: 'good',
        title: t('copied.title', { name: view.name }),
        ...(view.stored?.isShared === false ? { description: t('copied.private') } : {}),
      })
    } catch {
      toast.show({ tone: 'bad', title: t('notCopied.title'), description: t('notCopied.text') })
    }
  }
  return (
    <MenuGroup
      label={
        stored !== null && !stored.isMine ? t('byOwner', { name: active.name, owner: stored.ownerName }) : active.name
      }
    >
      {stored?.mayEdit === true && (
        <MenuItem icon={Pencil} onSelect={() => onRename(stored)}>
          {t('actions.rename')}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={onCreate}>
        {t('actions.saveAsNew')}
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => void copyLink(active)}>
        {t('actions.copyLink')}
      </MenuItem>
      {stored?.mayEdit === true && (stored.isShared || mayShare) && (
        <MenuItem icon={stored.isShared ? Lock : Users} onSelect={() => onShare(stored, !stored.isShared)}>
          {t(stored.isShared ? 'actions.stopSharing' : 'actions.shareWithEveryone')}
        </MenuItem>
      )}
      {stored?.isMine === true && (mayShare || stored.sharedWith.length > 0) && (
        <MenuItem icon={UserPlus} onSelect={() => onChoosePeople(stored)}>
          {stored.sharedWith.length > 0
            ? t('actions.sharedWith', { count: stored.sharedWith.length })
            : t('actions.shareWithPeople')}
        </MenuItem>
      )}
      <MenuItem icon={ArrowLeft} disabled={at <= 0} onSelect={() => onMove(active.key, -1)}>
        {t('actions.moveLeft')}
      </MenuItem>
      <MenuItem
        icon={ArrowRight}
        disabled={at === -1 || at === shown.length - 1}
        onSelect={() => onMove(active.key, 1)}
      >
        {t('actions.moveRight')}
      </MenuItem>
      {stored?.isMine !== true && active.key !== allKey && at !== -1 && (
        <MenuItem icon={EyeOff} onSelect={() => onHide(active.key)}>
          {t('actions.hide')}
        </MenuItem>
      )}
      {stored?.mayEdit === true && (
        <MenuItem icon={Trash2} tone="bad" onSelect={() => onDelete(stored)}>
          {t(stored.isShared || stored.sharedWith.length > 0 ? 'actions.deleteForAll' : 'actions.delete')}
        </MenuItem>
      )}
    </MenuGroup>
  )
}
