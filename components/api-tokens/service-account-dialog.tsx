'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import type { Role } from '@/lib/access/permissions'
import { apiTokenCalls, apiTokenQueries } from '@/lib/api-tokens/queries'
import { newServiceAccount, type NewServiceAccount, type ServiceAccount } from '@/lib/api-tokens/schema'
import { ApiError } from '@/lib/browser/api'

const roleOptions: ReadonlyArray<{ value: Role; label: string }> = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'editor', label: 'Editor' },
  { value: 'admin', label: 'Admin' },
]

/** Name and role of a service account: of a new one, or of `account`. */
export function ServiceAccountDialog({ account, onClose }: { account: ServiceAccount | null; onClose: () => void }) {
  const form = useId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(account?.name ?? '')
  const [role, setRole] = useState<Role>(account?.role ?? 'viewer')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (given: NewServiceAccount) =>
      account === null ? apiTokenCalls.createAccount(given) : apiTokenCalls.changeAccount(account.accountId, given),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiTokenQueries.all })
      onClose()
    },
  })
  const refused = error instanceof ApiError ? error.fields['name'] : undefined
  const submit = () => {
    const parsed = newServiceAccount.safeParse({ name, role })
    if (parsed.success) mutate(parsed.data)
    else setProblem(parsed.error.issues[0]?.message)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={account === null ? 'New service account' : `Edit ${account.name}`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            {account === null ? 'Create service account' : 'Save changes'}
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
          submit()
        }}
      >
        <TextField
          label="Name"
          data-autofocus
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
            reset()
          }}
          error={problem ?? refused}
        />
        <div className="flex flex-col gap-1">
          <p className="text-sm font-medium">Role</p>
          <Segmented label="Role" value={role} options={roleOptions} onChange={setRole} />
          <p className="text-xs text-ink-muted">Its tokens have at most this role.</p>
        </div>
        {error !== null && refused === undefined && (
          <ErrorNotice error={error} title="The service account was not saved" kept="What you entered is still here." />
        )}
      </form>
    </Dialog>
  )
}
