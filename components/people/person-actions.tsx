'use client'

import { Ellipsis, KeyRound, LogOut, ShieldOff, UserCheck, UserCog, UserX } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { Segmented } from '@/components/ui/segmented'
import type { Role } from '@/lib/access/permissions'
import { formatCount } from '@/lib/browser/numbers'
import type { Person } from '@/lib/people/list-schema'
import { roleWords } from '@/lib/people/list-model'
import { peopleCalls } from '@/lib/people/queries'
import type { EndedSessions } from '@/lib/people/schema'
import { ActionDialog } from './action-dialog'
import { PasswordLinkDialog } from './password-link-dialog'

type Action = 'role' | 'disable' | 'enable' | 'sign-out' | 'password' | 'factor'

const countSessions = (count: number) => `${formatCount(count)} ${count === 1 ? 'session' : 'sessions'}`
const aRole = (role: Role) => (role === 'viewer' ? 'a viewer' : `an ${role}`)
const ended = ({ sessionsEnded }: EndedSessions) =>
  sessionsEnded === 0 ? '' : ` and ended ${countSessions(sessionsEnded)}`

/** What an admin can do with somebody's account; with their own, the account page. */
export function PersonActions({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const [action, setAction] = useState<Action | null>(null)
  if (isOwn)
    return (
      <ButtonLink href="/settings/account" icon={UserCog}>
        Your account
      </ButtonLink>
    )
  return (
    <>
      <Button icon={UserCog} onClick={() => setAction('role')}>
        Change role
      </Button>
      {person.isDisabled ? (
        <Button icon={UserCheck} onClick={() => setAction('enable')}>
          Enable
        </Button>
      ) : (
        <Button icon={UserX} variant="danger" onClick={() => setAction('disable')}>
          Disable
        </Button>
      )}
      <Menu trigger={<IconButton label="More actions" icon={Ellipsis} variant="secondary" />}>
        <MenuItem icon={LogOut} onSelect={() => setAction('sign-out')}>
          Sign out everywhere
        </MenuItem>
        <MenuItem icon={KeyRound} disabled={person.isDisabled} onSelect={() => setAction('password')}>
          Create password link
        </MenuItem>
        <MenuItem
          icon={ShieldOff}
          tone="bad"
          disabled={person.secondFactors.length === 0}
          onSelect={() => setAction('factor')}
        >
          Remove second factor
        </MenuItem>
      </Menu>
      <OpenDialog person={person} action={action} onClose={() => setAction(null)} />
    </>
  )
}

function OpenDialog({ person, action, onClose }: { person: Person; action: Action | null; onClose: () => void }) {
  if (action === null) return null
  if (action === 'role') return <RoleDialog person={person} onClose={onClose} />
  if (action === 'password') return <PasswordLinkDialog person={person} onClose={onClose} />
  const { words, ...dialog } = plans[action](person)
  return (
    <ActionDialog {...dialog} onClose={onClose}>
      <p className="wrap-anywhere">{words}</p>
    </ActionDialog>
  )
}

type Plan = Omit<Parameters<typeof ActionDialog>[0], 'children' | 'onClose'> & { words: string }

/** What each change says before it is made, and after. */
const plans: Readonly<Record<Exclude<Action, 'role' | 'password'>, (person: Person) => Plan>> = {
  disable: ({ userId, name }) => ({
    title: `Disable ${name}?`,
    button: 'Disable account',
    isDanger: true,
    failed: 'The account was not disabled',
    run: async () => `Disabled ${name}${ended(await peopleCalls.disable(userId))}`,
    words: `${name} is signed out at once, their API tokens stop working, and they cannot sign in. Their reviews, views and activity stay. You can enable the account again.`,
  }),
  enable: ({ userId, name, role }) => ({
    title: `Enable ${name}?`,
    button: 'Enable account',
    failed: 'The account was not enabled',
    run: async () => {
      await peopleCalls.enable(userId)
      return `Enabled ${name}`
    },
    words: `${name} can sign in again as ${aRole(role)}. API tokens that have not expired work again.`,
  }),
  'sign-out': ({ userId, name }) => ({
    title: `Sign ${name} out everywhere?`,
    button: 'Sign out everywhere',
    failed: 'The sessions were not ended',
    run: async () => {
      const { sessionsEnded } = await peopleCalls.signOut(userId)
      return sessionsEnded === 0 ? `${name} had no sessions` : `Ended ${countSessions(sessionsEnded)} of ${name}`
    },
    words: `All sessions of ${name} end at once, on every device. What they have not saved is lost. They can sign in again.`,
  }),
  factor: ({ userId, name }) => ({
    title: `Remove the second factor of ${name}?`,
    button: 'Remove second factor',
    isDanger: true,
    failed: 'The second factor was not removed',
    run: async () => `Removed the second factor of ${name}${ended(await peopleCalls.removeSecondFactor(userId))}`,
    words: `This removes their authenticator app, recovery codes and all passkeys, and signs them out. Check first that it is really ${name} who asks. It cannot be undone.`,
  }),
}

const roleOptions = (['viewer', 'editor', 'admin'] as const).map((value) => ({ value, label: roleWords[value] }))

function RoleDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { userId, name } = person
  const [role, setRole] = useState<Role>(person.role)
  return (
    <ActionDialog
      title={`Change the role of ${name}`}
      button={role === person.role ? 'Change role' : `Make ${roleWords[role].toLowerCase()}`}
      isReady={role !== person.role}
      failed="The role was not changed"
      run={async () => {
        const { sessionsEnded } = await peopleCalls.changeRole(userId, role)
        return `${name} is now ${aRole(role)}${sessionsEnded === 0 ? '' : `; ended ${countSessions(sessionsEnded)}`}`
      }}
      onClose={onClose}
    >
      <Segmented label="Role" value={role} options={roleOptions} onChange={setRole} />
      <p className="wrap-anywhere">
        {name} is signed out at once and signs in again with the new role. API tokens above the new role lose what it
        does not have.
      </p>
    </ActionDialog>
  )
}
