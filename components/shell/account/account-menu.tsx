'use client'

import { useTranslations } from 'next-intl'
import { latePopover } from '@/components/ui/popover'
import type { Actor } from '@/lib/access/actor'

const LatePanel = latePopover(async () => (await import('./account-panel')).AccountPanel)

/** The initials of a person: up to two letters. */
function readInitials(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter((word) => word !== '')
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => String.fromCodePoint((word ?? '?').codePointAt(0) ?? 63))
    .join('')
    .toUpperCase()
}

/** Who is signed in, and how to sign out. On a phone it also has the controls that do not fit into the bar. */
export function AccountMenu({ actor, onShortcuts }: { actor: Actor; onShortcuts: () => void }) {
  const t = useTranslations('shell.account')
  return (
    <LatePanel
      label={t('label')}
      className="w-64"
      trigger={
        <button
          type="button"
          aria-label={t('named', { name: actor.name })}
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink hover:ring-1 hover:ring-accent"
        >
          {readInitials(actor.name)}
        </button>
      }
      of={{ actor, onShortcuts }}
    />
  )
}
