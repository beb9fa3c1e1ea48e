'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Bell } from '@/components/inbox/bell'
import { IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import type { Actor } from '@/lib/access/actor'
import type { SystemStatus } from '@/lib/system/schema'
import { AccountMenu } from './account/account-menu'
import { Breadcrumb } from './breadcrumb'
import { FreshnessButton } from './freshness-button'
import { DemoMark } from './rail'
import { ThemeMenu } from './theme-menu'
import type { SyncNow } from './use-sync-now'
import { ZonePicker } from './zone-picker'

/** The current page, the sync status, and the controls that affect all pages. */
export function TopBar({
  actor,
  mode,
  syncNow,
  onSearch,
  onShortcuts,
}: {
  actor: Actor
  mode: SystemStatus['mode']
  /** Null for people who may not start a sync. */
  syncNow: SyncNow | null
  onSearch: () => void
  onShortcuts: () => void
}) {
  const t = useTranslations('shell')
  return (
    <header className="sticky top-0 z-20 flex h-12 shrink-0 items-center gap-1 border-b border-line bg-canvas px-4 sm:gap-2 sm:px-6 print:hidden">
      <Breadcrumb />
      {mode === 'demo' && (
        <span className="sm:hidden">
          <DemoMark />
        </span>
      )}
      <div className="flex flex-1 justify-end gap-1 sm:gap-2">
        <button
          type="button"
          onClick={onSearch}
          className="hidden h-8 w-64 items-center gap-2 rounded border border-line bg-surface px-2 text-sm text-ink-muted hover:border-line-strong lg:flex"
        >
          <Search aria-hidden size={16} strokeWidth={1.75} />
          <span className="min-w-0 flex-1 truncate text-start">{t('search')}</span>
          <Kbd keys="mod+k" />
        </button>
        <IconButton label={t('search')} icon={Search} keys="mod+k" onClick={onSearch} className="lg:hidden" />
        <FreshnessButton syncNow={syncNow} />
        <Bell />
        <span className="hidden sm:contents">
          <ZonePicker />
          <ThemeMenu />
        </span>
        <AccountMenu actor={actor} onShortcuts={onShortcuts} />
      </div>
    </header>
  )
}
