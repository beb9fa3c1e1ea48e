'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/field'
import { useToast } from '@/components/ui/toast'
import type { Actor } from '@/lib/access/actor'
import { accountCalls } from '@/lib/account/queries'
import { nameCharsMax } from '@/lib/account/values-model'
import { ApiError } from '@/lib/browser/api'
import { describeError } from '@/lib/browser/describe-error'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { findNameProblem } from '@/lib/browser/name-problem'
import { AccountSection } from './account-section'

const loadChange = lateSchemas(() => import('@/lib/account/schema'))('accountChange')

/** Who is signed in, and what they are called. */
export function ProfileSection({ actor }: { actor: Actor }) {
  const t = useTranslations('account.profile')
  const tCommon = useTranslations('common')
  const router = useRouter()
  const toast = useToast()
  const [name, setName] = useState(actor.name)
  const [problem, setProblem] = useState<string | undefined>()
  const { mutate, isPending } = useMutation({
    mutationFn: accountCalls.change,
    onSuccess: (account) => {
      setName(account.name)
      toast.show({ tone: 'good', title: t('saved') })
      // The frame has the name from the server.
      router.refresh()
    },
    onError: (error) =>
      setProblem(error instanceof ApiError ? (error.fields['name'] ?? error.message) : describeError(error).message),
  })
  const save = async () => {
    const checked = (await loadChange()).safeParse({ name })
    const wrong = findNameProblem(checked.error)
    setProblem(wrong === undefined ? undefined : t(`nameProblem.${wrong}`, { max: nameCharsMax }))
    if (checked.success) mutate(checked.data)
  }
  return (
    <AccountSection id="profile" title={t('title')} description={t('description')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save().catch((error: unknown) => setProblem(describeError(error).message))
        }}
      >
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label={t('name')}
            name="name"
            autoComplete="name"
            maxLength={nameCharsMax}
            value={name}
            error={problem}
            onChange={(event) => {
              setName(event.target.value)
              setProblem(undefined)
            }}
            className="w-72 max-w-full"
          />
          <Button type="submit" busy={isPending} disabled={name.trim() === actor.name}>
            {t('save')}
          </Button>
        </div>
        <dl className="grid grid-cols-[5rem_1fr] gap-y-2 text-sm">
          <dt className="text-ink-muted">{t('email')}</dt>
          <dd className="wrap-anywhere">{actor.email}</dd>
          <dt className="text-ink-muted">{t('role')}</dt>
          <dd>{tCommon(`roles.${actor.role}`)}</dd>
        </dl>
      </form>
    </AccountSection>
  )
}
