'use client'

import { Keyboard, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { Actor } from '@/lib/auth/actor'
import { describeError } from '@/lib/browser/describe-error'
import { signOut } from './sign-out'
import { ThemeChoice } from './theme-menu'

/** Up to two letters that stand for a person. */
export function readInitials(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter((word) => word !== '')
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => String.fromCodePoint((word ?? '?').codePointAt(0) ?? 63))
    .join('')
    .toUpperCase()
}

/** Who is signed in, and the way out. */
export function AccountMenu({ actor, onShortcuts }: { actor: Actor; onShortcuts: () => void }) {
  const toast = useToast()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      setLeaving(false)
      toast.show({ tone: 'bad', title: 'You are still signed in', description: describeError(error).message })
    }
  }
  return (
    <Menu
      className="w-60"
      trigger={
        <button
          type="button"
          aria-label={`Account: ${actor.name}`}
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink hover:ring-1 hover:ring-accent"
        >
          {readInitials(actor.name)}
        </button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{actor.name}</p>
        <p className="truncate text-xs text-ink-muted">
          {actor.email} · {actor.role}
        </p>
      </div>
      <MenuSeparator />
      <div className="sm:hidden">
        <ThemeChoice />
        <MenuSeparator />
      </div>
      <MenuItem icon={Keyboard} onSelect={onShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={LogOut} disabled={isLeaving} onSelect={() => void leave()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
