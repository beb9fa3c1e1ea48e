'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { describeError } from '@/lib/browser/describe-error'
import type { FactorAdded, TotpSetUp } from '@/lib/factors/schema'
import { QrCode } from './qr-code'

/** Sets up an authenticator app: the QR code, and the first code that the app shows. */
export function TotpSetUpForm({
  begin,
  confirm,
  onAdded,
}: {
  begin: () => Promise<TotpSetUp>
  confirm: (given: { step: string; code: string }) => Promise<FactorAdded>
  onAdded: (added: FactorAdded) => void
}) {
  // A set-up of its own each time: the secret is shown once and kept nowhere.
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
        title="The set-up could not begin"
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
      <ol className="flex list-decimal flex-col gap-4 pl-5 text-sm marker:text-ink-muted">
        <li>
          <p>Scan this code with an authenticator app, such as the one of your password manager.</p>
          <div className="mt-3 flex flex-wrap items-start gap-4">
            <QrCode text={uri} label="QR code for the authenticator app" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="text-ink-muted">Cannot scan it? Type this key into the app:</p>
              <code className="mt-1 block font-mono text-sm wrap-anywhere select-all">
                {secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </code>
              <p className="mt-2">
                <a href={uri} className="text-accent-ink underline underline-offset-4">
                  Open it in an app on this device
                </a>
              </p>
            </div>
          </div>
        </li>
        <li>
          <TextField
            ref={input}
            label="Enter the code that the app shows"
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
        Turn on
      </Button>
    </form>
  )
}
