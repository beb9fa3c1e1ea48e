'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, KeyRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/sign-in/actor'
import { webhookCalls, webhookQueries } from '@/lib/webhooks/queries'
import type { SecretAction } from '@/lib/webhooks/schema'

/** The secret that deliveries are signed with: fetched from SafetyCulture or replaced there. It is never displayed. */
export function SecretPanel({ isAvailable }: { isAvailable: boolean }) {
  const t = useTranslations('webhooks')
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
      if (outcome === 'unknown') toast.show({ tone: 'attention', title: t('secret.outcomeUnknown'), ...description })
      else if (action === 'rotate') toast.show({ tone: 'good', title: t('secret.replaced'), ...description })
      else toast.show({ tone: 'good', title: t(isNew ? 'secret.fetched' : 'secret.same'), ...description })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQueries.all }),
  })
  if (!mayWrite || !isAvailable || status === undefined) return null
  const isSetting = status.secret.source === 'setting'
  return (
    <section aria-labelledby="secret" className="flex flex-col gap-3 rounded border border-line bg-surface p-4 text-sm">
      <h2 id="secret" className="text-base font-semibold">
        {t('secret.title')}
      </h2>
      <p className="max-w-[72ch] text-ink-muted">{t(isSetting ? 'secret.setting' : 'secret.service')}</p>
      {error !== null && !isAsking && <ErrorNotice error={error} title={t('secret.failed')} kept={t('secret.kept')} />}
      <div className="flex flex-wrap gap-2">
        {!isSetting && (
          <Button icon={Download} busy={isPending && variables === 'fetch'} onClick={() => mutate('fetch')}>
            {t(status.secret.source === 'none' ? 'actions.fetchSecret' : 'actions.refetchSecret')}
          </Button>
        )}
        <Button icon={KeyRound} variant="danger" onClick={() => setIsAsking(true)}>
          {t('actions.replaceSecret')}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('secret.replaceTitle')}
        size="sm"
        footer={
          <>
            <Button data-autofocus onClick={() => setIsAsking(false)}>
              {t('actions.cancel')}
            </Button>
            <Button variant="danger" busy={isPending} onClick={() => mutate('rotate')}>
              {t('actions.replaceSecret')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-2 text-sm">
          <p>{t.rich('secret.replace', { b: (text) => <b>{text}</b> })}</p>
          <p className="text-ink-muted">{t(isSetting ? 'secret.replaceSetting' : 'secret.replaceService')}</p>
          {error !== null && <ErrorNotice error={error} title={t('secret.replaceFailed')} />}
        </div>
      </Dialog>
    </section>
  )
}
