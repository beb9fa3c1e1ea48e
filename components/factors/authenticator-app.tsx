'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Time } from '@/components/ui/time'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import type { Factors } from '@/lib/factors/schema'
import { FactorRow } from './factor-row'
import { RecoveryCodesDialog } from './recovery-codes'
import { RemoveDialog } from './remove-dialog'
import { TotpSetUpForm } from './totp-set-up'

/** Codes of an authenticator app: set up, replaced and removed. */
export function AuthenticatorApp({ factors: { totpSince, passkeys } }: { factors: Factors }) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<'set-up' | 'remove' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: factorQueries.own().queryKey })
  const remove = useMutation({
    mutationFn: factorCalls.removeTotp,
    onSuccess: () => setOpened(null),
    onSettled: refresh,
  })
  return (
    <FactorRow
      name="Authenticator app"
      state={totpSince === null ? <Badge>Off</Badge> : <Badge tone="good">On</Badge>}
      detail={
        totpSince === null ? (
          'Your phone shows a code that you enter after your password.'
        ) : (
          <>
            Set up <Time value={totpSince} format="date" />
          </>
        )
      }
    >
      <Button size="sm" onClick={() => setOpened('set-up')}>
        {totpSince === null ? 'Set up' : 'Replace'}
      </Button>
      {totpSince !== null && (
        <Button size="sm" variant="danger" onClick={() => setOpened('remove')}>
          Remove
        </Button>
      )}
      <Dialog
        open={opened === 'set-up'}
        onOpenChange={(isOpen) => setOpened(isOpen ? 'set-up' : null)}
        title={totpSince === null ? 'Set up an authenticator app' : 'Replace your authenticator app'}
        description={
          totpSince === null
            ? 'You need a phone or a password manager with an authenticator app.'
            : 'The app you use now works until the new one shows its first code.'
        }
      >
        <TotpSetUpForm
          begin={factorCalls.beginTotp}
          confirm={factorCalls.confirmTotp}
          onAdded={({ recoveryCodes }) => {
            setOpened(null)
            setCodes(recoveryCodes)
            void refresh()
          }}
        />
      </Dialog>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
      <RemoveDialog
        isOpen={opened === 'remove'}
        onClose={() => {
          setOpened(null)
          remove.reset()
        }}
        title="Remove the authenticator app?"
        button="Remove the app"
        removing={remove}
      >
        {passkeys.length === 0
          ? 'Your password alone signs you in then, and your recovery codes are deleted.'
          : 'Your passkeys stay your second factor.'}
      </RemoveDialog>
    </FactorRow>
  )
}
