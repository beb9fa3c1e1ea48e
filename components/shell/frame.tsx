'use client'

import { useTranslations } from 'next-intl'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ProofDialog } from '@/components/factors/proof-dialog'
import { ProofReturn } from '@/components/factors/proof-return'
import { ExportOutcome } from '@/components/inspections/bulk/export-outcome'
import { ZipPanel } from '@/components/media/zips/zip-panel'
import { useVisit } from '@/components/overview/last-visit'
import { JobWatch } from '@/components/user-jobs/jobs/job-watch'
import type { Actor } from '@/lib/access/actor'
import { can } from '@/lib/access/permissions'
import { claimMemory } from '@/lib/browser/memory'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { type BrowserState, keepDeveloperOpen, keepRail } from '@/lib/browser/preferences/preferences'
import { usePreferences } from '@/lib/browser/preferences/preferences-context'
import { switchSingleKeys } from '@/lib/browser/shortcuts'
import type { SystemStatus } from '@/lib/system/schema'
import { BottomBar } from './bottom-bar'
import { useNavBadges } from './nav-badge'
import { listNavItems } from './nav-items'
import { listSettingsItems } from './settings-items'
import { OfflineStrip } from './offline-strip'
import { Rail } from './rail'
import { TopBar } from './top-bar'
import { useFollowSync } from './use-follow-sync'
import { useFrameShortcuts } from './use-frame-shortcuts'
import { useLive } from './use-live'
import { useSyncNow } from './use-sync-now'

const CommandPalette = lazy(() => import('./palette/command-palette'))
const ShortcutSheet = lazy(() => import('./shortcut-sheet'))

/** The frame around every page after sign-in: rail, top bar, palette and shortcuts. */
export function Frame({
  actor,
  mode,
  browser,
  children,
}: {
  actor: Actor
  mode: SystemStatus['mode']
  browser: BrowserState
  children: ReactNode
}) {
  // In the first render, before anything below reads what is remembered.
  useState(() => claimMemory(actor.userId))
  const t = useTranslations('shell')
  const items = listNavItems(actor.role)
  const badges = useNavBadges()
  const [isCollapsed, setCollapsed] = useState(browser.railCollapsed)
  const [isDeveloperOpen, setDeveloperOpen] = useState(browser.isDeveloperOpen)
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null)
  const { preferences, change } = usePreferences()
  const hasSingleKeys = preferences.singleKeys
  const syncNow = useSyncNow()
  useLive(actor.userId)
  useFollowSync()
  useVisit()
  const maySync = can(actor.role, 'system:write')

  const toggleRail = () => {
    setCollapsed(!isCollapsed)
    keepRail(!isCollapsed)
  }
  const toggleDeveloper = () => {
    setDeveloperOpen(!isDeveloperOpen)
    keepDeveloperOpen(!isDeveloperOpen)
  }

  useEffect(() => switchSingleKeys(hasSingleKeys), [hasSingleKeys])

  useFrameShortcuts({
    actor,
    onPalette: () => setOpened('palette'),
    onHelp: () => setOpened('shortcuts'),
    onRail: toggleRail,
    onSync: maySync ? () => syncNow.run() : null,
  })

  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only z-60 rounded bg-accent px-3 py-2 text-sm text-accent-on focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {t('skip')}
      </a>
      <Rail
        items={items}
        badges={badges}
        isCollapsed={isCollapsed}
        onToggle={toggleRail}
        isDeveloperOpen={isDeveloperOpen}
        onToggleDeveloper={toggleDeveloper}
        mode={mode}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          actor={actor}
          mode={mode}
          syncNow={maySync ? syncNow : null}
          onSearch={() => setOpened('palette')}
          onShortcuts={() => setOpened('shortcuts')}
        />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 pb-14 outline-none sm:pb-0">
          <OfflineStrip />
          <ActorContext value={actor}>{children}</ActorContext>
        </main>
      </div>
      <BottomBar items={items} badges={badges} />
      <ExportOutcome />
      <ZipPanel />
      <JobWatch />
      <ProofDialog email={actor.email} />
      <ProofReturn />
      <Suspense>
        {opened === 'palette' && (
          <CommandPalette items={items} settingsItems={listSettingsItems(actor.role)} onClose={() => setOpened(null)} />
        )}
        {opened === 'shortcuts' && (
          <ShortcutSheet
            hasSingleKeys={hasSingleKeys}
            onSingleKeys={(singleKeys) => change({ singleKeys })}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
