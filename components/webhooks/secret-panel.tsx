'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/actor'
import { webhookCalls, webhookQueries } from '@/lib/webhooks/queries'
import type { SecretAction } from '@/lib/webhooks/schema'

/** The secret that deliveries are signed with: fetched from the service, or made anew there. It is never shown. */
export function SecretPanel({ isAvailable }: { isAvailable: boolean }) {
  const mayWrite = useMay('webhooks:write')
  const queryClient = useQueryClient()
  const toast = useToast()
  const { data: status } = useQuery(webhookQueries.status())
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (action: SecretAction) => webhookCalls.secret(action),
    onSuccess: ({ outcome, isNew, note }, action) => {
      setIsAsking(false)
      const description = note === null ? {} : { description: note }
      if (outcome === 'unknown')
        toast.show({ tone: 'attention', title: 'It is not known whether the secret was changed', ...description })
      else if (action === 'rotate') toast.show({ tone: 'good', title: 'The service made a new secret', ...description })
      else toast.show({ tone: 'good', title: isNew ? 'Secret fetched' : 'The secret is the same', ...description })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQueries.all }),
  })
  if (!mayWrite || !isAvailable || status === undefined) return null
  const isSetting = status.secret.source === 'setting'
  return (
    <section aria-labelledby="secret" className="flex flex-col gap-3 rounded border border-line bg-surface p-4 text-sm">
      <h2 id="secret" className="text-base font-semibold">
        Secret
      </h2>
      <p className="max-w-[72ch] text-ink-muted">
        {isSetting
          ? 'WEBHOOK_SECRET is set, and it decides: a secret fetched here is not used while it is.'
          : 'The service signs what it sends with a secret of the organization. The console keeps it encrypted and shows it to nobody.'}
      </p>
      {error !== null && !isAsking && (
        <ErrorNotice
          error={error}
          title="The secret was not changed"
          kept="The one that was known is still accepted."
        />
      )}
      <div className="flex flex-wrap gap-2">
        {!isSetting && (
          <Button icon={Download} busy={isPending && variables === 'fetch'} onClick={() => mutate('fetch')}>
            {status.secret.source === 'none' ? 'Fetch the secret' : 'Fetch it again'}
          </Button>
        )}
        <Button icon={KeyRound} variant="danger" onClick={() => setIsAsking(true)}>
          Make a new secret
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Make a new secret?"
        size="sm"
        footer={
          <>
            <Button data-autofocus onClick={() => setIsAsking(false)}>
              Keep the secret
            </Button>
            <Button variant="danger" busy={isPending} onClick={() => mutate('rotate')}>
              Make a new secret
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-2 text-sm">
          <p>
            The service signs with the new one from then on, for the whole organization.{' '}
            <b>Every other receiver that knows the old one refuses what comes</b> until it is given the new one.
          </p>
          <p className="text-ink-muted">
            {isSetting
              ? 'This console too: it goes by WEBHOOK_SECRET, which has to be replaced by hand.'
              : 'This console takes the new one at once, and accepts the old one for a while: what is under way is not lost.'}
          </p>
          {error !== null && <ErrorNotice error={error} title="No new secret was made" />}
        </div>
      </Dialog>
    </section>
  )
}
