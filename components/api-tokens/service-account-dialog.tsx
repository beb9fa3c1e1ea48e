'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { Segmented } from '@/components/ui/inputs/segmented'
import { type Role, roles } from '@/lib/access/permissions'
import { apiTokenCalls, apiTokenQueries } from '@/lib/api-tokens/queries'
import { newServiceAccount, type NewServiceAccount, type ServiceAccount } from '@/lib/api-tokens/schema'
import { nameCharsMax } from '@/lib/api-tokens/values-model'
import { ApiError } from '@/lib/browser/api'
import { findNameProblem } from '@/lib/browser/name-problem'

/** Name and role of a new service account, or of `account`. */
export function ServiceAccountDialog({ account, onClose }: { account: ServiceAccount | null; onClose: () => void }) {
  const t = useTranslations('apiTokens.accounts')
  const tForm = useTranslations('apiTokens.form')
  const tCommon = useTranslations('common')
  const form = useId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(account?.name ?? '')
  const [role, setRole] = useState<Role>(account?.role ?? 'viewer')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (given: NewServiceAccount) =>
      account === null ? apiTokenCalls.createAccount(given) : apiTokenCalls.changeAccount(account.accountId, given),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiTokenQueries.all })
      onClose()
    },
  })
  const refused = error instanceof ApiError ? error.fields['name'] : undefined
  const submit = () => {
    const parsed = newServiceAccount.safeParse({ name, role })
    const wrong = findNameProblem(parsed.error)
    if (parsed.success) mutate(parsed.data)
    else if (wrong !== undefined) setProblem(tForm(`nameProblem.${wrong}`, { max: nameCharsMax }))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={account === null ? t('actions.create') : t('edit', { name: account.name })}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{tCommon('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            {t(account === null ? 'actions.submit' : 'actions.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={tCommon('name')}
          data-autofocus
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
            reset()
          }}
          error={problem ?? refused}
        />
        <div className="flex flex-col gap-1">
          <p className="text-sm font-medium">{tCommon('role')}</p>
          <Segmented
            label={tCommon('role')}
            value={role}
            options={roles.map((value) => ({ value, label: tCommon(`roles.${value}`) }))}
            onChange={setRole}
          />
          <p className="text-xs text-ink-muted">{t('roleHint')}</p>
        </div>
        {error !== null && refused === undefined && (
          <ErrorNotice error={error} title={t('notSaved')} kept={tCommon('errors.inputKept')} />
        )}
      </form>
    </Dialog>
  )
}
