'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { PasswordField } from '@/components/ui/inputs/password-field'
import { Skeleton } from '@/components/ui/skeleton'
import { signWithPasskey } from '@/lib/browser/sign-in/authenticator'
import { describeError } from '@/lib/browser/describe-error'
import { ProveAtIssuer } from './prove-at-issuer'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import type { Proof, ProofWays } from '@/lib/factors/schema'

type Way = Proof['method']
type TypedProof = Exclude<Proof, { method: 'passkey' }>

function listWays(ways: ProofWays): Way[] {
  const has: Record<Way, boolean> = { passkey: ways.hasPasskey, password: ways.hasPassword, code: ways.hasCode }
  return (['password', 'code', 'passkey'] as const).filter((way) => has[way])
}

async function proveWithPasskey(): Promise<void> {
  const { step, options } = await factorCalls.beginPasskeyProof()
  await factorCalls.prove({ method: 'passkey', step, answer: await signWithPasskey(options) })
}

function readText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** Asks the person to confirm who they are, in one of the ways that their account has. */
export default function ProofForm({ email, onAnswer }: { email: string; onAnswer: (isProved: boolean) => void }) {
  const t = useTranslations('factors.proof')
  const tCommon = useTranslations('common')
  const ways = useQuery(factorQueries.proofWays())
  const [chosen, setChosen] = useState<Way | null>(null)
  const proving = useMutation({
    mutationFn: (given: TypedProof | null) => (given === null ? proveWithPasskey() : factorCalls.prove(given)),
    onSuccess: () => onAnswer(true),
  })
  const possible = ways.data === undefined ? [] : listWays(ways.data)
  const way = chosen ?? possible[0] ?? null
  const form = useOwnEscape(() => onAnswer(false))

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (way === null || proving.isPending) return
    if (way === 'passkey') {
      proving.mutate(null)
      return
    }
    // A password may begin or end with spaces, as at the sign-in.
    const given = readText(event.currentTarget, way)
    if (given.trim() === '') return
    proving.mutate(way === 'password' ? { method: 'password', password: given } : { method: 'code', code: given })
  }

  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      size="sm"
      title={t('title')}
      description={t('description')}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{tCommon('cancel')}</Button>
          {way !== null && (
            <Button type="submit" form="proof" variant="primary" busy={proving.isPending}>
              {t(way === 'passkey' ? 'confirmWithPasskey' : 'confirm')}
            </Button>
          )}
        </>
      }
    >
      <form id="proof" ref={form} onSubmit={submit} className="flex flex-col gap-3">
        {ways.isPending && <Skeleton className="h-14" />}
        {ways.isError && <ErrorNotice error={ways.error} title={t('loadFailed')} onRetry={() => void ways.refetch()} />}
        {ways.isSuccess && way === null && ways.data.issuerName === null && <p className="text-sm">{t('none')}</p>}
        {/* Password managers read this field to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        {way !== null && <WayField key={way} way={way} error={proving.error} />}
        {possible
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              variant="ghost"
              className="-ms-3 self-start"
              onClick={() => {
                proving.reset()
                setChosen(other)
              }}
            >
              {t(`ways.${other}`)}
            </Button>
          ))}
        {ways.isSuccess && ways.data.issuerName !== null && <ProveAtIssuer issuerName={ways.data.issuerName} />}
      </form>
    </Dialog>
  )
}

function WayField({ way, error }: { way: Way; error: unknown }) {
  const t = useTranslations('factors.proof')
  if (way === 'passkey')
    return (
      <div className="flex flex-col gap-1 text-sm">
        <p>{t('passkeyHint')}</p>
        <p role="alert" className="text-bad">
          {error === null ? '' : describeError(error).message}
        </p>
      </div>
    )
  return <TypedField way={way} error={error} />
}

function TypedField({ way, error }: { way: TypedProof['method']; error: unknown }) {
  const t = useTranslations('factors.proof')
  const tCommon = useTranslations('common')
  const message = error === null ? undefined : describeError(error).message
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (error !== null) input.current?.select()
  }, [error])
  if (way === 'code')
    return (
      <TextField
        ref={input}
        label={t('code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={message}
      />
    )
  return (
    <div className="flex flex-col gap-1">
      <PasswordField
        ref={input}
        label={tCommon('password')}
        name="password"
        autoComplete="current-password"
        aria-invalid={message !== undefined}
        aria-describedby="proof-message"
      />
      <p id="proof-message" role="alert" className="text-xs text-bad">
        {message}
      </p>
    </div>
  )
}

/**
 * Escape closes only this dialog. It can be above another dialog that it is not part of, and the library would close
 * both.
 * @returns the ref of an element in the dialog
 */
function useOwnEscape(onEscape: () => void): (within: HTMLElement | null) => void {
  const escape = useEffectEvent(onEscape)
  const [within, setWithin] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const dialog = within?.closest<HTMLElement>('[role=dialog]')
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      escape()
    }
    dialog?.addEventListener('keydown', onKey)
    return () => dialog?.removeEventListener('keydown', onKey)
  }, [within])
  return setWithin
}
