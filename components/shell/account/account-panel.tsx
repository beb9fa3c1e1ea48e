'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Keyboard, LogOut, Settings } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { Segmented } from '@/components/ui/inputs/segmented'
import type { Actor } from '@/lib/access/actor'
import { describeError } from '@/lib/browser/describe-error'
import { themes } from '@/lib/account/values-model'
import { leaveFor } from '@/lib/browser/leave-guard'
import { useTheme } from '@/lib/browser/preferences/theme'
import { LanguageSelect } from './language-select'
import { signOut } from '@/components/shell/sign-out'
import { ZonePicker } from '@/components/shell/zone-picker'

/** The content of the account menu: who is signed in, language, settings, and how to sign out. */
export function AccountPanel({
  actor,
  onShortcuts,
  onClose,
}: {
  actor: Actor
  onShortcuts: () => void
  onClose: () => void
}) {
  const t = useTranslations('shell.account')
  const tShell = useTranslations('shell')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const queryClient = useQueryClient()
  const language = useId()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut(queryClient)
      return true
    } catch (error) {
      setLeaving(false)
      toast.show({ tone: 'bad', title: t('failed'), description: describeError(error).message })
      return false
    }
  }
  return (
    <>
      <div className="border-b border-line px-3 py-2">
        <p className="truncate font-medium">{actor.name}</p>
        <p className="truncate text-xs text-ink-muted">
          {actor.email} · {tCommon(`roles.${actor.role}`)}
        </p>
      </div>
      <div className="flex flex-col gap-2 border-b border-line p-3 sm:hidden">
        <ThemeButtons />
        <div className="flex items-center justify-between text-ink-muted">
          {tShell('zone.label')} <ZonePicker />
        </div>
      </div>
      <div className="flex flex-col gap-1 border-b border-line p-3">
        <label htmlFor={language} className="text-ink-muted">
          {tShell('language.label')}
        </label>
        <LanguageSelect id={language} />
      </div>
      <div className="flex flex-col p-1">
        <ButtonLink
          href="/settings/account"
          variant="ghost"
          icon={Settings}
          className="justify-start px-2"
          onClick={onClose}
        >
          {t('settings')}
        </ButtonLink>
        <Button
          variant="ghost"
          icon={Keyboard}
          className="justify-start px-2"
          onClick={() => {
            onClose()
            onShortcuts()
          }}
        >
          {t('shortcuts')}
        </Button>
        <Button
          variant="ghost"
          icon={LogOut}
          busy={isLeaving}
          className="justify-start px-2"
          onClick={() => leaveFor(leave)}
        >
          {t('signOut')}
        </Button>
      </div>
    </>
  )
}

function ThemeButtons() {
  const t = useTranslations('shell.theme')
  const { theme, setTheme } = useTheme()
  return (
    <Segmented
      label={t('label')}
      value={theme}
      options={themes.map((other) => ({ value: other, label: t(other) }))}
      onChange={setTheme}
      className="w-full!"
    />
  )
}
