'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { inputClass, TextField } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { can, type Permission, type Role } from '@/lib/access/permissions'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import {
  type AskedApiToken,
  type CreatedApiToken,
  defaultExpiryDays,
  expiryDays,
  newApiToken,
} from '@/lib/api-tokens/schema'
import { ApiError } from '@/lib/browser/api'
import { NewToken } from './new-token'
import { PermissionChoice } from './permission-choice'

const roleWords: Readonly<Record<Role, string>> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin' }

/** Asks for what a token needs, creates it, and shows it once. */
export function TokenDialog({
  owner,
  roles,
  onCreate,
  onClose,
}: {
  /** Whose token it will be; null: one's own. */
  owner: string | null
  /** That it may have, the lowest first. */
  roles: readonly Role[]
  onCreate: (token: AskedApiToken) => Promise<CreatedApiToken>
  onClose: () => void
}) {
  const form = useId()
  const queryClient = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: onCreate,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiTokenQueries.all }),
  })
  if (data !== undefined)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`Token “${data.apiToken.name}” created`}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <NewToken token={data.token} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={owner === null ? 'New API token' : `New token for ${owner}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            Create token
          </Button>
        </>
      }
    >
      <TokenForm id={form} roles={roles} error={error} onSubmit={mutate} />
    </Dialog>
  )
}

function TokenForm({
  id,
  roles,
  error,
  onSubmit,
}: {
  id: string
  roles: readonly Role[]
  error: unknown
  onSubmit: (token: AskedApiToken) => void
}) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>(roles[0] ?? 'viewer')
  const [isNarrowed, setNarrowed] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set())
  const [expiry, setExpiry] = useState(String(defaultExpiryDays))
  const [lastDay, setLastDay] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const refused = error instanceof ApiError ? error.fields : {}
  const wrong = { ...refused, ...problems }
  const submit = () => {
    const token: AskedApiToken = {
      name,
      role,
      // What the role does not have is not shown either.
      permissions: isNarrowed ? [...chosen].filter((permission) => can(role, permission)) : null,
      expiresInDays: Number.isNaN(Number(expiry)) ? null : Number(expiry),
      ...(expiry === 'date' ? { expiresOn: lastDay } : {}),
    }
    const parsed = newApiToken.safeParse(token)
    if (parsed.success) {
      setProblems({})
      onSubmit(token)
      return
    }
    setProblems(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
  }
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label="Name"
        hint="What the token is for, such as “Nightly export”. The activity log shows it."
        data-autofocus
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={wrong['name']}
      />
      <div className="flex flex-col gap-1">
        <p className="text-sm font-medium">Role</p>
        <Segmented
          label="Role"
          value={role}
          options={roles.map((value) => ({ value, label: roleWords[value] }))}
          onChange={setRole}
        />
        {wrong['role'] !== undefined && <p className="text-xs text-bad">{wrong['role']}</p>}
      </div>
      <div className="flex flex-col gap-2">
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isNarrowed}
            onChange={(event) => setNarrowed(event.target.checked)}
            className="size-4 accent-accent"
          />
          Allow only some permissions of this role
        </label>
        {isNarrowed && (
          <PermissionChoice
            role={role}
            value={chosen}
            onChange={setChosen}
            error={wrong['permissions'] === undefined ? undefined : wrong['permissions']}
          />
        )}
      </div>
      <ExpiryChoice
        value={expiry}
        onChange={setExpiry}
        lastDay={lastDay}
        onLastDay={setLastDay}
        error={wrong['expiresOn']}
      />
      {error !== null && Object.keys(refused).length === 0 && (
        <ErrorNotice error={error} title="The token was not created" kept="What you entered is still here." />
      )}
    </form>
  )
}

function ExpiryChoice({
  value,
  onChange,
  lastDay,
  onLastDay,
  error,
}: {
  value: string
  onChange: (value: string) => void
  lastDay: string
  onLastDay: (day: string) => void
  error: string | undefined
}) {
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1 text-sm">
        <span className="font-medium">Expires</span>
        <select value={value} onChange={(event) => onChange(event.target.value)} className={inputClass}>
          {expiryDays.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? 'After a year' : `After ${days} days`}
            </option>
          ))}
          <option value="date">On a date…</option>
          <option value="never">Never</option>
        </select>
      </label>
      {value === 'date' && (
        <TextField
          label="Last day"
          type="date"
          value={lastDay}
          onChange={(event) => onLastDay(event.target.value)}
          hint="The day ends at midnight UTC."
          error={error === undefined ? undefined : error === '' || lastDay === '' ? 'Choose a day.' : error}
        />
      )}
      {value === 'never' && (
        <p className="text-xs text-attention">
          A token that never expires works until somebody revokes it. Choose a date if you can.
        </p>
      )}
    </div>
  )
}
