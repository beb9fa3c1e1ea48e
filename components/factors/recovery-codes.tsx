'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { describeError } from '@/lib/browser/describe-error'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import { FactorRow } from './factor-row'
import { RecoveryCodeList } from './recovery-code-list'

/** Shows new recovery codes once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={onClose}
      title="Keep your recovery codes"
      footer={
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      {codes !== null && <RecoveryCodeList codes={codes} />}
    </Dialog>
  )
}

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ left }: { left: number }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const making = useMutation({
    mutationFn: factorCalls.makeRecoveryCodes,
    onSuccess: ({ recoveryCodes }) => {
      setAsking(false)
      setCodes(recoveryCodes)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorQueries.own().queryKey }),
  })
  return (
    <FactorRow
      name="Recovery codes"
      state={left <= 3 ? <Badge tone="attention">{left} left</Badge> : <Badge>{left} left</Badge>}
      detail="Each signs you in once when your other second factors are lost."
    >
      <Button
        size="sm"
        onClick={() => {
          making.reset()
          setAsking(true)
        }}
      >
        Make new codes
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        size="sm"
        title="Make new recovery codes?"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="primary" busy={making.isPending} onClick={() => making.mutate()}>
              Make 10 codes
            </Button>
          </>
        }
      >
        <p className="text-sm">The codes you have now stop working.</p>
        <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
          {making.error === null ? '' : describeError(making.error).message}
        </p>
      </Dialog>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </FactorRow>
  )
}
