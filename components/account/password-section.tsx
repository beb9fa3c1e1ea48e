'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ReadError } from '@/components/ui/lists/list-states'
import { PasswordField } from '@/components/ui/inputs/password-field'
import { PasswordMeter } from '@/components/ui/inputs/password-meter'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import type { Actor } from '@/lib/access/actor'
import { accountCalls, accountQueries } from '@/lib/account/queries'
import type { PasswordChange } from '@/lib/account/schema'
import { ApiError } from '@/lib/browser/api'
import { describeError } from '@/lib/browser/describe-error'
import type { Translator } from '@/lib/messages/translator'
import { AccountSection } from './account-section'

/** Changes the password, for people who have one. */
export function PasswordSection({ actor }: { actor: Actor }) {
  const t = useTranslations('account.password')
  const query = useQuery(accountQueries.account())
  const { data } = query
  return (
    <AccountSection
      id="password"
      title={t('title')}
      description={data !== undefined && data.passwordSetAt !== null && <LastChanged at={data.passwordSetAt} />}
    >
      <ReadError query={query} title={t('loadFailed')} />
      {data === undefined && query.error === null && <Skeleton className="h-8 w-72" />}
      {data?.hasPassword === true && <PasswordForm actor={actor} />}
      {data?.hasPassword === false && (
        <p className="max-w-prose text-sm text-ink-muted">{t(data.isPasswordAllowed ? 'none' : 'off')}</p>
      )}
    </AccountSection>
  )
}

function LastChanged({ at }: { at: string }) {
  const t = useTranslations('account.password')
  return t.rich('lastChanged', { time: () => <Time value={at} format="date" /> })
}

type Problems = Partial<Record<'current' | 'next' | 'form', string>>

function readProblems(t: Translator<'account.password'>, error: unknown): Problems {
  if (error instanceof ApiError && error.code === 'invalid') {
    const { current, next } = error.fields
    if (current !== undefined) return { current }
    if (next !== undefined) return { next }
  }
  if (error instanceof ApiError && error.code === 'throttled' && error.retryAfterSeconds !== null)
    return { form: t('throttled', { seconds: error.retryAfterSeconds }) }
  return { form: describeError(error).message }
}

function PasswordForm({ actor }: { actor: Actor }) {
  const t = useTranslations('account.password')
  const queryClient = useQueryClient()
  const toast = useToast()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [next, setNext] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus()
  const { mutate, isPending } = useMutation({
    mutationFn: accountCalls.changePassword,
    onSuccess: async ({ ended }) => {
      form.current?.reset()
      setNext('')
      const description = t('ended', { count: ended })
      toast.show({ tone: 'good', title: t('changed'), ...(ended === 0 ? {} : { description }) })
      await queryClient.invalidateQueries({ queryKey: accountQueries.all })
    },
    onError: (error) => {
      const found = readProblems(t, error)
      setProblems(found)
      focus(found.next === undefined ? 'current' : 'next')
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Read from the form, not from state: password managers fill fields without an event.
    const given = new FormData(event.currentTarget)
    const read = (name: keyof PasswordChange) => {
      const value = given.get(name)
      return typeof value === 'string' ? value : ''
    }
    const change = { current: read('current'), next: read('next') }
    const missing: Problems = {
      ...(change.current === '' ? { current: t('currentMissing') } : {}),
      ...(change.next === '' ? { next: t('nextMissing') } : {}),
    }
    setProblems(missing)
    if (missing.current !== undefined) focus('current')
    else if (missing.next !== undefined) focus('next')
    else mutate(change)
  }
  return (
    // Without `method`, a form that is sent before scripts run would put the passwords into the address.
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex w-72 max-w-full flex-col gap-4">
      <input type="email" name="username" autoComplete="username" value={actor.email} readOnly hidden />
      <div className="flex flex-col gap-1">
        <PasswordField
          label={t('current')}
          name="current"
          autoComplete="current-password"
          required
          aria-invalid={problems.current !== undefined}
          aria-describedby={`${id}-current`}
        />
        <Problem id={`${id}-current`} text={problems.current} />
      </div>
      <div className="flex flex-col gap-1.5">
        <PasswordField
          label={t('next')}
          name="next"
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.target.value)}
          aria-invalid={problems.next !== undefined}
          aria-describedby={`${id}-next ${id}-meter`}
        />
        <Problem id={`${id}-next`} text={problems.next} />
        <PasswordMeter id={`${id}-meter`} password={next} owner={actor} />
      </div>
      <Problem id={`${id}-form`} text={problems.form} />
      <div className="flex flex-col items-start gap-2">
        <Button type="submit" variant="primary" busy={isPending}>
          {t('change')}
        </Button>
        <p className="text-xs text-ink-muted">{t('hint')}</p>
      </div>
    </form>
  )
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} role="alert" className="text-xs text-bad empty:hidden">
      {text}
    </p>
  )
}
