'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/inputs/segmented'
import { Select } from '@/components/ui/inputs/select'
import { type Role, roles } from '@/lib/access/permissions'
import { ApiError } from '@/lib/browser/api'
import { defaultLanguage, isLanguage, type Language, languageNames, languages } from '@/lib/messages/languages'
import { invitationDays } from '@/lib/people/values-model'
import { parseAddresses } from '@/lib/people/parse-addresses'
import { peopleCalls, peopleQueries } from '@/lib/people/queries'
import { InviteResults } from './invite-results'

/** Invites one or more people: pasted addresses and a role, then the result for each address. */
export function InviteDialog({ isMailed, onClose }: { isMailed: boolean; onClose: () => void }) {
  const t = useTranslations('people.invite')
  const tCommon = useTranslations('common')
  const form = useId()
  const queryClient = useQueryClient()
  const hint = useId()
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const own = useLocale()
  const [language, setLanguage] = useState<Language>(isLanguage(own) ? own : defaultLanguage)
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: () => peopleCalls.invite({ addresses: text, role, language }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQueries.all }),
  })
  const entries = parseAddresses(text)
  const count = entries.filter(({ address, isDuplicate }) => address !== null && !isDuplicate).length
  const skipped = entries.length - count
  const refused = error instanceof ApiError ? error.fields['addresses'] : undefined
  if (data !== undefined) return <InviteResults results={data.results} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('description', { days: invitationDays })}
      footer={
        <>
          <Button onClick={onClose}>{tCommon('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending} disabled={count === 0}>
            {t('action', { count })}
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
          mutate()
        }}
      >
        <div className="flex flex-col gap-1">
          <label htmlFor={`${form}-addresses`} className="text-sm font-medium">
            {t('addresses')}
          </label>
          <textarea
            id={`${form}-addresses`}
            data-autofocus
            rows={5}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              reset()
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={'ann@example.com, Bob Miller <bob@example.com>'}
            aria-describedby={hint}
            aria-invalid={refused !== undefined || undefined}
            className="field w-full min-w-0 resize-y rounded px-2 py-1.5 text-base text-ink placeholder:text-ink-muted sm:text-sm"
          />
          <p
            id={hint}
            aria-live="polite"
            className={refused === undefined ? 'text-xs text-ink-muted' : 'text-xs text-bad'}
          >
            {refused ??
              (entries.length === 0
                ? t('hint')
                : skipped === 0
                  ? t('counted', { count })
                  : t('countedSkipped', { count, skipped }))}
          </p>
        </div>
        <div className="flex flex-col gap-1">
          <p className="text-sm font-medium">{tCommon('role')}</p>
          <Segmented
            label={tCommon('role')}
            value={role}
            options={roles.map((value) => ({ value, label: tCommon(`roles.${value}`) }))}
            onChange={setRole}
          />
          <p className="text-xs text-ink-muted">{t(`roles.${role}`)}</p>
        </div>
        {isMailed && <LanguageChoice value={language} onChange={setLanguage} />}
        <p className="text-sm text-ink-muted">{t(isMailed ? 'mailed' : 'notMailed')}</p>
        {error !== null && refused === undefined && (
          <ErrorNotice error={error} title={t('failed')} kept={tCommon('errors.inputKept')} />
        )}
      </form>
    </Dialog>
  )
}

/** The language of the mail: the person who has no account yet has chosen none. */
function LanguageChoice({ value, onChange }: { value: Language; onChange: (language: Language) => void }) {
  const t = useTranslations('people.invite')
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {t('language')}
      </label>
      <Select
        id={id}
        value={value}
        onChange={onChange}
        options={languages.map((language) => ({ value: language, label: languageNames[language], lang: language }))}
      />
    </div>
  )
}
