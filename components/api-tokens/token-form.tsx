'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { Segmented } from '@/components/ui/inputs/segmented'
import { can, type Permission, type Role } from '@/lib/access/permissions'
import { type AskedApiToken, newApiToken } from '@/lib/api-tokens/schema'
import { defaultExpiryDays, nameCharsMax } from '@/lib/api-tokens/values-model'
import { ApiError } from '@/lib/browser/api'
import { findNameProblem } from '@/lib/browser/name-problem'
import type { Translator } from '@/lib/messages/translator'
import { ExpiryChoice } from './expiry-choice'
import { PermissionChoice } from './permission-choice'

/** What is wrong with each field of a token that cannot be created. */
function describeProblems(t: Translator<'apiTokens.form'>, token: AskedApiToken): Record<string, string> {
  const fields = new Set(newApiToken.safeParse(token).error?.issues.map(({ path }) => path[0]))
  const name = findNameProblem(newApiToken.shape.name.safeParse(token.name).error)
  return {
    ...(name === undefined ? {} : { name: t(`nameProblem.${name}`, { max: nameCharsMax }) }),
    ...(fields.has('permissions') ? { permissions: t('noPermission') } : {}),
    ...(fields.has('expiresOn') ? { expiresOn: t('dateMissing') } : {}),
  }
}

/** Name, role, permissions and expiry of a new token. */
export function TokenForm({
  id,
  roles,
  error,
  onSubmit,
}: {
  id: string
  roles: readonly Role[]
  error: unknown
  onSubmit: (token: AskedApiToken) => void
}) {
  const t = useTranslations('apiTokens.form')
  const tCommon = useTranslations('common')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>(roles[0] ?? 'viewer')
  const [isNarrowed, setNarrowed] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set())
  const [expiry, setExpiry] = useState(String(defaultExpiryDays))
  const [lastDay, setLastDay] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const refused = error instanceof ApiError ? error.fields : {}
  const wrong = { ...refused, ...problems }
  const submit = () => {
    const token: AskedApiToken = {
      name,
      role,
      // Permissions that the role does not have are not shown either.
      permissions: isNarrowed ? [...chosen].filter((permission) => can(role, permission)) : null,
      expiresInDays: Number.isNaN(Number(expiry)) ? null : Number(expiry),
      ...(expiry === 'date' ? { expiresOn: lastDay } : {}),
    }
    const parsed = newApiToken.safeParse(token)
    if (parsed.success) {
      setProblems({})
      onSubmit(token)
      return
    }
    setProblems(describeProblems(t, token))
  }
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={tCommon('name')}
        hint={t('nameHint')}
        data-autofocus
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={wrong['name']}
      />
      <div className="flex flex-col gap-1">
        <p className="text-sm font-medium">{tCommon('role')}</p>
        <Segmented
          label={tCommon('role')}
          value={role}
          options={roles.map((value) => ({ value, label: tCommon(`roles.${value}`) }))}
          onChange={setRole}
        />
        {wrong['role'] !== undefined && <p className="text-xs text-bad">{wrong['role']}</p>}
      </div>
      <div className="flex flex-col gap-2">
        <label className="flex items-center gap-2 text-sm">
          <Checkbox checked={isNarrowed} onChange={(event) => setNarrowed(event.target.checked)} />
          {t('narrow')}
        </label>
        {isNarrowed && (
          <PermissionChoice
            role={role}
            value={chosen}
            onChange={setChosen}
            error={wrong['permissions'] === undefined ? undefined : wrong['permissions']}
          />
        )}
      </div>
      <ExpiryChoice
        value={expiry}
        onChange={setExpiry}
        lastDay={lastDay}
        onLastDay={setLastDay}
        error={wrong['expiresOn']}
      />
      {error !== null && Object.keys(refused).length === 0 && (
        <ErrorNotice error={error} title={t('failed')} kept={tCommon('errors.inputKept')} />
      )}
    </form>
  )
}
