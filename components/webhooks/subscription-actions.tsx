'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { bareKind, defaultKinds, describeKind, offeredKinds } from '@/lib/webhooks/model'
import { webhookCalls, webhookQueries } from '@/lib/webhooks/queries'
import type { Subscription, SubscriptionWritten } from '@/lib/webhooks/schema'

/** One write of a subscription: what came of it is told, and the list is read anew whatever it was. */
function useWrite<Input>(write: (input: Input) => Promise<SubscriptionWritten>, done: string, onDone?: () => void) {
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: write,
    onSuccess: ({ outcome, note }) => {
      const description = note === null ? {} : { description: note }
      if (outcome === 'done') toast.show({ tone: 'good', title: done, ...description })
      else
        toast.show({
          tone: 'attention',
          title: 'It is not known whether that was done',
          description: note ?? 'The service’s answer was lost. Look at the list before you repeat it.',
        })
      onDone?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQueries.all }),
  })
}

/** Chooses the kinds of events of a new subscription, or of one that is there. */
export function EventsDialog({ subscription, onClose }: { subscription: Subscription | null; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>(subscription?.triggerEvents ?? defaultKinds)
  // What it has and this console does not offer stays to be chosen.
  const kinds = [...new Set([...offeredKinds, ...(subscription?.triggerEvents ?? [])])]
  const write = useWrite(
    (triggerEvents: readonly string[]) =>
      subscription === null
        ? webhookCalls.subscribe({ triggerEvents: [...triggerEvents] })
        : webhookCalls.change(subscription.webhookId, { triggerEvents: [...triggerEvents] }),
    subscription === null ? 'Subscribed' : 'Events changed',
    onClose,
  )
  const toggle = (kind: string, isOn: boolean) =>
    setChosen(kinds.filter((each) => (each === kind ? isOn : chosen.includes(each))))
  const count = `${formatCount(chosen.length)} ${chosen.length === 1 ? 'kind' : 'kinds'} of events`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={subscription === null ? 'Subscribe to changes' : 'Change events'}
      description={
        subscription === null
          ? 'The service will send these to the address of this console.'
          : 'From now on the service sends these.'
      }
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            variant="primary"
            busy={write.isPending}
            disabled={chosen.length === 0}
            onClick={() => write.mutate(chosen)}
          >
            {subscription === null ? `Subscribe to ${count}` : `Send ${count}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {write.error !== null && (
          <ErrorNotice
            error={write.error}
            title={subscription === null ? 'No subscription was made' : 'The events were not changed'}
          />
        )}
        <fieldset className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          <legend className="sr-only">Kinds of events</legend>
          {kinds.map((kind) => (
            <label key={kind} className="flex min-w-0 cursor-pointer items-start gap-2 rounded py-1">
              <input
                type="checkbox"
                checked={chosen.includes(kind)}
                onChange={({ target }) => toggle(kind, target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                {describeKind(kind)}
                <code className="block font-mono text-xs break-all text-ink-muted">{bareKind(kind)}</code>
              </span>
            </label>
          ))}
        </fieldset>
        {chosen.length === 0 && (
          <p role="alert" className="text-bad">
            Choose one kind or more.
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Turns a subscription off and on. Nothing where the service does not say which it is. */
export function SwitchButton({ subscription: { webhookId, enabled } }: { subscription: Subscription }) {
  const write = useWrite(
    (next: boolean) => webhookCalls.change(webhookId, { enabled: next }),
    enabled === true ? 'Turned off: the service sends nothing more' : 'Turned on: the service sends again',
  )
  if (enabled === null) return null
  return (
    <>
      <Button size="sm" busy={write.isPending} onClick={() => write.mutate(!enabled)}>
        {enabled ? 'Turn off' : 'Turn on'}
      </Button>
      {write.error !== null && (
        <p role="alert" className="basis-full text-bad">
          {describeError(write.error).message}
        </p>
      )}
    </>
  )
}

export function DeleteDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const write = useWrite(() => webhookCalls.unsubscribe(subscription.webhookId), 'Subscription deleted', onClose)
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title="Delete this subscription?"
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" busy={write.isPending} onClick={() => write.mutate(undefined)}>
            Delete subscription
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>
          The service stops sending {formatCount(subscription.triggerEvents.length)} kinds of events to this console.
          Changes come in with the scheduled sync then. Deliveries that came stay in the log.
        </p>
        {write.error !== null && <ErrorNotice error={write.error} title="It was not deleted" />}
      </div>
    </Dialog>
  )
}
