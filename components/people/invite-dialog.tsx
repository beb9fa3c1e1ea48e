'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/segmented'
import type { Role } from '@/lib/access/permissions'
import { ApiError } from '@/lib/browser/api'
import { formatCount } from '@/lib/browser/numbers'
import { invitationDays } from '@/lib/people/invitation-schema'
import { roleWords } from '@/lib/people/list-model'
import { parseAddresses } from '@/lib/people/parse-addresses'
import { peopleCalls, peopleQueries } from '@/lib/people/queries'
import { InviteResults } from './invite-results'

const roleOptions = (['viewer', 'editor', 'admin'] as const).map((value) => ({ value, label: roleWords[value] }))

const roleHints: Readonly<Record<Role, string>> = {
  viewer: 'Reads everything except webhooks and people.',
  editor: 'Also reviews, exports and sets asset statuses.',
  admin: 'Also changes status groups, imports users, and manages people and settings.',
}

const countPeople = (count: number) => `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`

/** Invites one or many people: pasted addresses and a role, then the result for each address. */
export function InviteDialog({ isMailed, onClose }: { isMailed: boolean; onClose: () => void }) {
  const form = useId()
  const queryClient = useQueryClient()
  const hint = useId()
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: () => peopleCalls.invite({ addresses: text, role }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQueries.all }),
  })
  const entries = parseAddresses(text)
  const count = entries.filter(({ address, isDuplicate }) => address !== null && !isDuplicate).length
  const skipped = entries.length - count
  const refused = error instanceof ApiError ? error.fields['addresses'] : undefined
  if (data !== undefined) return <InviteResults results={data.results} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invite people"
      description={`Each gets a link that works once, for ${invitationDays} days.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending} disabled={count === 0}>
            {count === 0 ? 'Invite' : `Invite ${countPeople(count)}`}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <div className="flex flex-col gap-1">
          <label htmlFor={`${form}-addresses`} className="text-sm font-medium">
            Email addresses
          </label>
          <textarea
            id={`${form}-addresses`}
            data-autofocus
            rows={5}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              reset()
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={'ann@example.com, Bob Miller <bob@example.com>'}
            aria-describedby={hint}
            aria-invalid={refused !== undefined || undefined}
            className="w-full min-w-0 resize-y rounded border border-line-strong bg-surface px-2 py-1.5 text-base text-ink placeholder:text-ink-muted aria-invalid:border-bad sm:text-sm"
          />
          <p
            id={hint}
            aria-live="polite"
            className={refused === undefined ? 'text-xs text-ink-muted' : 'text-xs text-bad'}
          >
            {refused ??
              (entries.length === 0
                ? 'Paste one or many, separated by commas, semicolons, spaces or lines.'
                : `${formatCount(count)} ${count === 1 ? 'address' : 'addresses'}${skipped === 0 ? '' : ` · ${formatCount(skipped)} duplicate or not an address`}`)}
          </p>
        </div>
        <div className="flex flex-col gap-1">
          <p className="text-sm font-medium">Role</p>
          <Segmented label="Role" value={role} options={roleOptions} onChange={setRole} />
          <p className="text-xs text-ink-muted">{roleHints[role]}</p>
        </div>
        <p className="text-sm text-ink-muted">
          {isMailed
            ? 'Sightline emails each invitation. You can also copy the links.'
            : 'No mail server is set, so Sightline shows you the links to pass on.'}
        </p>
        {error !== null && refused === undefined && (
          <ErrorNotice error={error} title="Nobody was invited" kept="What you entered is still here." />
        )}
      </form>
    </Dialog>
  )
}
