'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Time } from '@/components/ui/time'
import { describeError } from '@/lib/browser/describe-error'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import type { Passkey } from '@/lib/factors/schema'
import { FactorRow } from './factor-row'
import { RemoveDialog } from './remove-dialog'

/** One passkey: its name, when it was used, rename and remove. */
export function PasskeyRow({ passkey, isLastFactor }: { passkey: Passkey; isLastFactor: boolean }) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<'rename' | 'remove' | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: factorQueries.own().queryKey })
  const close = () => setOpened(null)
  const removing = useMutation({
    mutationFn: () => factorCalls.removePasskey(passkey.credentialId),
    onSuccess: close,
    onSettled: refresh,
  })
  return (
    <FactorRow
      name={passkey.name}
      detail={
        <>
          Added <Time value={passkey.createdAt} format="date" /> ·{' '}
          {passkey.lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              used <Time value={passkey.lastUsedAt} format="smart" />
            </>
          )}
          {passkey.isBackedUp && ' · synced'}
        </>
      }
    >
      <Button size="sm" aria-label={`Rename ${passkey.name}`} onClick={() => setOpened('rename')}>
        Rename
      </Button>
      <Button
        size="sm"
        variant="danger"
        aria-label={`Remove ${passkey.name}`}
        onClick={() => {
          removing.reset()
          setOpened('remove')
        }}
      >
        Remove
      </Button>
      {opened === 'rename' && <RenameDialog passkey={passkey} onClose={close} onSettled={refresh} />}
      <RemoveDialog
        isOpen={opened === 'remove'}
        onClose={close}
        title={`Remove the passkey ${passkey.name}?`}
        button="Remove the passkey"
        removing={removing}
      >
        {isLastFactor
          ? 'Your password alone signs you in then, and your recovery codes are deleted.'
          : 'It no longer signs you in. Delete it on your device too.'}
      </RemoveDialog>
    </FactorRow>
  )
}

function RenameDialog({
  passkey: { credentialId, name },
  onClose,
  onSettled,
}: {
  passkey: Passkey
  onClose: () => void
  onSettled: () => unknown
}) {
  const renaming = useMutation({
    mutationFn: (next: string) => factorCalls.renamePasskey(credentialId, next),
    onSuccess: onClose,
    onSettled,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('name')
    if (typeof given === 'string' && given.trim() !== '') renaming.mutate(given.trim())
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Rename the passkey"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rename-passkey" variant="primary" busy={renaming.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id="rename-passkey" onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          maxLength={60}
          data-autofocus
          error={renaming.error === null ? undefined : describeError(renaming.error).message}
        />
      </form>
    </Dialog>
  )
}
