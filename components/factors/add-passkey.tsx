'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { makePasskey } from '@/lib/browser/authenticator'
import { describeError } from '@/lib/browser/describe-error'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import { suggestPasskeyName } from './passkey-name'
import { RecoveryCodesDialog } from './recovery-codes'

async function addPasskey(name: string) {
  const { step, options } = await factorCalls.beginPasskey()
  return factorCalls.addPasskey({ step, name, answer: await makePasskey(options) })
}

/** Adds a passkey of this device under a name of the person's choice. */
export function AddPasskey({ isFirstFactor }: { isFirstFactor: boolean }) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const adding = useMutation({
    mutationFn: addPasskey,
    onSuccess: ({ recoveryCodes }) => {
      setOpen(false)
      setCodes(recoveryCodes)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorQueries.own().queryKey }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('name')
    if (typeof given === 'string' && given.trim() !== '') adding.mutate(given.trim())
  }
  return (
    <>
      <Button
        icon={Fingerprint}
        onClick={() => {
          adding.reset()
          setOpen(true)
        }}
      >
        Add a passkey
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="sm"
        title="Add a passkey"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" form="add-passkey" variant="primary" busy={adding.isPending}>
              Create the passkey
            </Button>
          </>
        }
      >
        <form id="add-passkey" onSubmit={submit} className="flex flex-col gap-3 text-sm">
          <p>
            Your browser asks for your fingerprint, face or PIN, or for a security key. From then on it signs you in
            without a password.
          </p>
          {isFirstFactor && <p>Your password alone no longer signs you in after this.</p>}
          <TextField
            label="Name"
            name="name"
            hint="So that you recognize it in the list"
            defaultValue={isOpen ? suggestPasskeyName(navigator.userAgent) : ''}
            maxLength={60}
            data-autofocus
          />
          <p role="alert" className="text-bad empty:hidden">
            {adding.error === null ? '' : describeError(adding.error).message}
          </p>
        </form>
      </Dialog>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}
