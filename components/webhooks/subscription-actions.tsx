'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { bareKind, defaultKinds, describeKind, offeredKinds } from '@/lib/webhooks/model'
import { webhookCalls, webhookQueries } from '@/lib/webhooks/queries'
import type { Subscription, SubscriptionWritten } from '@/lib/webhooks/schema'

/** One write of a subscription. A toast says how it ended, and the list is always loaded again. */
function useWrite<Input>(write: (input: Input) => Promise<SubscriptionWritten>, done: string, onDone?: () => void) {
  const t = useTranslations('webhooks.subscriptions')
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
          title: t('outcomeUnknown'),
          description: note ?? t('outcomeUnknownHint'),
        })
      onDone?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQueries.all }),
  })
}

/** Chooses the events of a new subscription or of an existing one. */
export function EventsDialog({ subscription, onClose }: { subscription: Subscription | null; onClose: () => void }) {
  const t = useTranslations('webhooks')
  const [chosen, setChosen] = useState<readonly string[]>(subscription?.triggerEvents ?? defaultKinds)
  // Events of the subscription that are not offered can still be chosen.
  const kinds = [...new Set([...offeredKinds, ...(subscription?.triggerEvents ?? [])])]
  const write = useWrite(
    (triggerEvents: readonly string[]) =>
      subscription === null
        ? webhookCalls.subscribe({ triggerEvents: [...triggerEvents] })
        : webhookCalls.change(subscription.webhookId, { triggerEvents: [...triggerEvents] }),
    t(subscription === null ? 'subscriptions.created' : 'subscriptions.changedEvents'),
    onClose,
  )
  const toggle = (kind: string, isOn: boolean) =>
    setChosen(kinds.filter((each) => (each === kind ? isOn : chosen.includes(each))))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(subscription === null ? 'subscriptions.createTitle' : 'subscriptions.changeTitle')}
      description={t(subscription === null ? 'subscriptions.create' : 'subscriptions.change')}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button
            variant="primary"
            busy={write.isPending}
            disabled={chosen.length === 0}
            onClick={() => write.mutate(chosen)}
          >
            {t(subscription === null ? 'actions.subscribeTo' : 'actions.changeTo', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {write.error !== null && (
          <ErrorNotice
            error={write.error}
            title={t(subscription === null ? 'subscriptions.createFailed' : 'subscriptions.changeFailed')}
          />
        )}
        <fieldset className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          <legend className="sr-only">{t('subscriptions.eventsLabel')}</legend>
          {kinds.map((kind) => (
            <label key={kind} className="flex min-w-0 cursor-pointer items-start gap-2 rounded py-1">
              <Checkbox
                checked={chosen.includes(kind)}
                onChange={({ target }) => toggle(kind, target.checked)}
                className="mt-0.5"
              />
              <span className="min-w-0">
                {describeKind(t, kind)}
                <code className="block font-mono text-xs break-all text-ink-muted">{bareKind(kind)}</code>
              </span>
            </label>
          ))}
        </fieldset>
        {chosen.length === 0 && (
          <p role="alert" className="text-bad">
            {t('subscriptions.chooseOne')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Turns a subscription off and on. Nothing is shown if SafetyCulture does not say whether it is on. */
export function SwitchButton({ subscription: { webhookId, enabled } }: { subscription: Subscription }) {
  const t = useTranslations('webhooks')
  const write = useWrite(
    (next: boolean) => webhookCalls.change(webhookId, { enabled: next }),
    t(enabled === true ? 'subscriptions.turnedOff' : 'subscriptions.turnedOn'),
  )
  if (enabled === null) return null
  return (
    <>
      <Button size="sm" busy={write.isPending} onClick={() => write.mutate(!enabled)}>
        {t(enabled ? 'actions.turnOff' : 'actions.turnOn')}
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
  const t = useTranslations('webhooks')
  const write = useWrite(() => webhookCalls.unsubscribe(subscription.webhookId), t('subscriptions.deleted'), onClose)
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={t('subscriptions.deleteTitle')}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button variant="danger" busy={write.isPending} onClick={() => write.mutate(undefined)}>
            {t('actions.deleteSubscription')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>{t('subscriptions.delete', { count: subscription.triggerEvents.length })}</p>
        {write.error !== null && <ErrorNotice error={write.error} title={t('subscriptions.deleteFailed')} />}
      </div>
    </Dialog>
  )
}
