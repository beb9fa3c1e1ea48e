'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { Skeleton } from '@/components/ui/skeleton'
import { describeError } from '@/lib/browser/describe-error'
import type { FactorAdded, TotpSetUp } from '@/lib/factors/schema'
import { QrCode } from './qr-code'

/** Sets up an authenticator app: a QR code, and a field for the first code of the app. */
export function TotpSetUpForm({
  begin,
  confirm,
  onAdded,
}: {
  begin: () => Promise<TotpSetUp>
  confirm: (given: { step: string; code: string }) => Promise<FactorAdded>
  onAdded: (added: FactorAdded) => void
}) {
  // Each form starts its own setup: the secret is shown once and stored nowhere.
  const t = useTranslations('factors.totp')
  const id = useId()
  const setUp = useQuery({
    queryKey: ['account', 'totp-set-up', id],
    queryFn: begin,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (setUp.isPending) return <Skeleton className="h-64" />
  if (setUp.isError)
    return (
      <ErrorNotice
        error={setUp.error}
        title={t('failed')}
        onRetry={() => void setUp.refetch()}
        isRetrying={setUp.isFetching}
      />
    )
  return <CodeForm setUp={setUp.data} confirm={confirm} onAdded={onAdded} />
}

function CodeForm({
  setUp: { step, secret, uri },
  confirm,
  onAdded,
}: {
  setUp: TotpSetUp
  confirm: (given: { step: string; code: string }) => Promise<FactorAdded>
  onAdded: (added: FactorAdded) => void
}) {
  const t = useTranslations('factors.totp')
  const input = useRef<HTMLInputElement>(null)
  const confirming = useMutation({ mutationFn: confirm, onSuccess: onAdded })
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (confirming.isError) input.current?.select()
  }, [confirming.isError])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = input.current?.value.trim() ?? ''
    if (code !== '' && !confirming.isPending) confirming.mutate({ step, code })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-4 ps-5 text-sm marker:text-ink-muted">
        <li>
          <p>{t('scan')}</p>
          <div className="mt-3 flex flex-wrap items-start gap-4">
            <QrCode text={uri} label={t('qrCode')} />
            <div className="min-w-0 flex-1 basis-40">
              <p className="text-ink-muted">{t('manual')}</p>
              <code className="mt-1 block font-mono text-sm wrap-anywhere select-all">
                {secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </code>
              <p className="mt-2">
                <a href={uri} className="text-accent-ink underline underline-offset-4">
                  {t('open')}
                </a>
              </p>
            </div>
          </div>
        </li>
        <li>
          <TextField
            ref={input}
            label={t('code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            error={confirming.error === null ? undefined : describeError(confirming.error).message}
            className="max-w-60"
          />
        </li>
      </ol>
      <Button type="submit" variant="primary" busy={confirming.isPending} className="self-end">
        {t('turnOn')}
      </Button>
    </form>
  )
}
