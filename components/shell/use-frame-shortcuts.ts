import { useRouter } from 'next/navigation'
import { newUserJobHref } from '@/components/user-jobs/jobs/job-links'
import type { Actor } from '@/lib/access/actor'
import { can } from '@/lib/access/permissions'
import { leaveFor } from '@/lib/browser/leave-guard'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { listNavItems } from './nav-items'

/** The shortcuts that work on every page, and commands of the palette that belong to no page. */
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
  const router = useRouter()
  useShortcuts([
    { id: 'palette', keys: ['mod+k'], label: 'Search or jump', group: 'Anywhere', run: onPalette },
    {
      id: 'help',
      keys: ['?'],
      label: 'Keyboard shortcuts',
      group: 'Anywhere',
      inPalette: true,
      run: onHelp,
    },
    {
      id: 'rail',
      keys: ['['],
      label: 'Collapse or expand the navigation',
      group: 'Anywhere',
      inPalette: true,
      run: onRail,
    },
    ...(onSync !== null
      ? [{ id: 'sync', keys: [], label: 'Sync now', group: 'Anywhere', inPalette: true, run: onSync }]
      : []),
    ...(can(actor.role, 'user-jobs:write')
      ? [
          {
            id: 'bring-users',
            keys: [],
            label: 'Bring users in',
            group: 'Anywhere',
            inPalette: true,
            run: () => leaveFor(() => router.push(newUserJobHref)),
          },
        ]
      : []),
    ...listNavItems(actor.role).map((item) => ({
      id: `go:${item.href}`,
      keys: [item.keys],
      label: `Go to ${item.label.toLowerCase()}`,
      group: 'Go to',
      run: () => leaveFor(() => router.push(item.href)),
    })),
  ])
}
