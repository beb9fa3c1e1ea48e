'use client'

import { Ellipsis, KeyRound, LogOut, ShieldOff, UserCheck, UserCog, UserX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, ButtonLink, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { Segmented } from '@/components/ui/inputs/segmented'
import { type Role, roles } from '@/lib/access/permissions'
import type { Translator } from '@/lib/messages/translator'
import type { Person } from '@/lib/people/list-schema'
import { peopleCalls } from '@/lib/people/queries'
import { ActionDialog } from './action-dialog'
import { PasswordLinkDialog } from './password-link-dialog'

type Action = 'role' | 'disable' | 'enable' | 'sign-out' | 'password' | 'factor'

/** The actions of an admin on another person's account. For their own account, a link to its page. */
export function PersonActions({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const t = useTranslations('people.person.actions')
  const [action, setAction] = useState<Action | null>(null)
  if (isOwn)
    return (
      <ButtonLink href="/settings/account" icon={UserCog}>
        {t('ownAccount')}
      </ButtonLink>
    )
  return (
    <>
      <Button icon={UserCog} onClick={() => setAction('role')}>
        {t('changeRole')}
      </Button>
      {person.isDisabled ? (
        <Button icon={UserCheck} onClick={() => setAction('enable')}>
          {t('enable')}
        </Button>
      ) : (
        <Button icon={UserX} variant="danger" onClick={() => setAction('disable')}>
          {t('disable')}
        </Button>
      )}
      <Menu trigger={<IconButton label={t('more')} icon={Ellipsis} variant="secondary" />}>
        <MenuItem icon={LogOut} onSelect={() => setAction('sign-out')}>
          {t('signOut')}
        </MenuItem>
        <MenuItem icon={KeyRound} disabled={person.isDisabled} onSelect={() => setAction('password')}>
          {t('passwordLink')}
        </MenuItem>
        <MenuItem
          icon={ShieldOff}
          tone="bad"
          disabled={person.secondFactors.length === 0}
          onSelect={() => setAction('factor')}
        >
          {t('removeFactor')}
        </MenuItem>
      </Menu>
      <OpenDialog person={person} action={action} onClose={() => setAction(null)} />
    </>
  )
}

function OpenDialog({ person, action, onClose }: { person: Person; action: Action | null; onClose: () => void }) {
  const t = useTranslations('people.change')
  if (action === null) return null
  if (action === 'role') return <RoleDialog person={person} onClose={onClose} />
  if (action === 'password') return <PasswordLinkDialog person={person} onClose={onClose} />
  const { words, ...dialog } = plans[action](t, person)
  return (
    <ActionDialog {...dialog} onClose={onClose}>
      <p className="wrap-anywhere">{words}</p>
    </ActionDialog>
  )
}

type Plan = Omit<Parameters<typeof ActionDialog>[0], 'children' | 'onClose'> & { words: string }

/** The texts of each change, and how it is made. */
const plans: Readonly<
  Record<Exclude<Action, 'role' | 'password'>, (t: Translator<'people.change'>, person: Person) => Plan>
> = {
  disable: (t, { userId, name }) => ({
    title: t('disable.title', { name }),
    button: t('disable.action'),
    isDanger: true,
    failed: t('disable.failed'),
    run: async () => t('disable.done', { name, count: (await peopleCalls.disable(userId)).sessionsEnded }),
    words: t('disable.text', { name }),
  }),
  enable: (t, { userId, name, role }) => ({
    title: t('enable.title', { name }),
    button: t('enable.action'),
    failed: t('enable.failed'),
    run: async () => {
      await peopleCalls.enable(userId)
      return t('enable.done', { name })
    },
    words: t('enable.text', { name, role }),
  }),
  'sign-out': (t, { userId, name }) => ({
    title: t('signOut.title', { name }),
    button: t('signOut.action'),
    failed: t('signOut.failed'),
    run: async () => t('signOut.done', { name, count: (await peopleCalls.signOut(userId)).sessionsEnded }),
    words: t('signOut.text', { name }),
  }),
  factor: (t, { userId, name }) => ({
    title: t('factor.title', { name }),
    button: t('factor.action'),
    isDanger: true,
    failed: t('factor.failed'),
    run: async () => t('factor.done', { name, count: (await peopleCalls.removeSecondFactor(userId)).sessionsEnded }),
    words: t('factor.text', { name }),
  }),
}

function RoleDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useTranslations('people.change.role')
  const tCommon = useTranslations('common')
  const { userId, name } = person
  const [role, setRole] = useState<Role>(person.role)
  return (
    <ActionDialog
      title={t('title', { name })}
      button={t(role === person.role ? 'action' : `make.${role}`)}
      isReady={role !== person.role}
      failed={t('failed')}
      run={async () => {
        const { sessionsEnded } = await peopleCalls.changeRole(userId, role)
        return t('done', { name, role, count: sessionsEnded })
      }}
      onClose={onClose}
    >
      <Segmented
        label={tCommon('role')}
        value={role}
        options={roles.map((value) => ({ value, label: tCommon(`roles.${value}`) }))}
        onChange={setRole}
      />
      <p className="wrap-anywhere">{t('text', { name })}</p>
    </ActionDialog>
  )
}
