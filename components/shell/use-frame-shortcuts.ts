import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { newUserJobHref } from '@/components/user-jobs/jobs/job-links'
import type { Actor } from '@/lib/access/actor'
import { can } from '@/lib/access/permissions'
import { leaveFor } from '@/lib/browser/leave-guard'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { listNavItems } from './nav-items'

/** The shortcuts that work on every page, and palette commands that belong to no page. */
export function useFrameShortcuts({
  actor,
  onPalette,
  onHelp,
  onRail,
  onSync,
}: {
  actor: Actor
  onPalette: () => void
  onHelp: () => void
  onRail: () => void
  /** Null for people who may not start a sync. */
  onSync: (() => void) | null
}): void {
  const t = useTranslations('shell')
  const anywhere = t('shortcuts.groups.anywhere')
  const router = useRouter()
  useShortcuts([
    { id: 'palette', keys: ['mod+k'], label: t('search'), group: anywhere, run: onPalette },
    {
      id: 'help',
      keys: ['?'],
      label: t('shortcuts.title'),
      group: anywhere,
      inPalette: true,
      run: onHelp,
    },
    {
      id: 'rail',
      keys: ['['],
      label: t('shortcuts.rail'),
      group: anywhere,
      inPalette: true,
      run: onRail,
    },
    ...(onSync !== null
      ? [{ id: 'sync', keys: [], label: t('shortcuts.syncNow'), group: anywhere, inPalette: true, run: onSync }]
      : []),
    ...(can(actor.role, 'user-jobs:write')
      ? [
          {
            id: 'import-users',
            keys: [],
            label: t('shortcuts.importUsers'),
            group: anywhere,
            inPalette: true,
            run: () => leaveFor(() => router.push(newUserJobHref)),
          },
        ]
      : []),
    ...listNavItems(actor.role).map((item) => ({
      id: `go:${item.href}`,
      keys: [item.keys],
      label: t('shortcuts.goTo', { page: t(`nav.${item.name}`) }),
      group: t('shortcuts.groups.goTo'),
      run: () => leaveFor(() => router.push(item.href)),
    })),
  ])
}
