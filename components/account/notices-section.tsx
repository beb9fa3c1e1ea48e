'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { ListStates } from '@/components/ui/lists/list-states'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { useMounted } from '@/lib/browser/now'
import { inboxCalls, inboxQueries } from '@/lib/inbox/queries'
import type { NoticeChoice, QuietHours as Quiet } from '@/lib/inbox/schema'
import { emailChoices } from '@/lib/inbox/values-model'
import { AccountSection } from './account-section'
import { QuietHours } from './quiet-hours'
import { SystemNotices } from './system-notices'

/** Which notices reach the inbox and which are emailed. Each change is saved at once. */
export function NoticesSection() {
  const t = useTranslations('account.notices')
  const toast = useToast()
  const queryClient = useQueryClient()
  const isMounted = useMounted()
  const query = useQuery(inboxQueries.choices())
  const fail = (error: Error) => {
    toast.show({ tone: 'bad', title: t('saveFailed'), description: describeError(error).message })
    void query.refetch()
  }
  const choose = useMutation({
    mutationFn: (choice: NoticeChoice) => inboxCalls.choose(choice),
    // Shown at once; the response has what is stored.
    onMutate: (choice) =>
      queryClient.setQueryData(inboxQueries.choices().queryKey, (known) =>
        known === undefined
          ? known
          : { ...known, choices: known.choices.map((one) => (one.kind === choice.kind ? choice : one)) },
      ),
    onSuccess: (stored) => queryClient.setQueryData(inboxQueries.choices().queryKey, stored),
    onError: (error) => fail(error),
  })
  const setQuiet = useMutation({
    mutationFn: (quiet: Quiet | null) => inboxCalls.setQuiet(quiet),
    onMutate: (quiet) =>
      queryClient.setQueryData(inboxQueries.choices().queryKey, (known) =>
        known === undefined ? known : { ...known, quiet },
      ),
    onSuccess: (stored) => queryClient.setQueryData(inboxQueries.choices().queryKey, stored),
    onError: (error) => fail(error),
  })
  const data = isMounted ? query.data : undefined
  return (
    <AccountSection id="notices" title={t('title')} description={t('description')}>
      <ListStates query={{ ...query, data }} title={t('failed')} />
      {data !== undefined && (
        <>
          <table className="w-full max-w-xl text-sm">
            <thead className="text-start text-xs text-ink-muted">
              <tr className="border-b border-line">
                <th scope="col" className="py-2 text-start font-medium">
                  {t('kind')}
                </th>
                <th scope="col" className="w-16 px-1 py-2 text-center font-medium sm:w-24">
                  {t('inbox')}
                </th>
                <th scope="col" className="w-32 py-2 text-start font-medium sm:w-40">
                  {t('email')}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {data.choices.map((choice) => (
                <ChoiceRow
                  key={choice.kind}
                  choice={choice}
                  canEmail={data.canEmail}
                  onChange={(next) => choose.mutate(next)}
                />
              ))}
            </tbody>
          </table>
          {!data.canEmail && <p className="mt-3 text-xs text-ink-muted">{t('noEmail')}</p>}
          <SystemNotices />
          <QuietHours quiet={data.quiet} zone={data.zone} onChange={(quiet) => setQuiet.mutate(quiet)} />
        </>
      )}
    </AccountSection>
  )
}

function ChoiceRow({
  choice,
  canEmail,
  onChange,
}: {
  choice: NoticeChoice
  canEmail: boolean
  onChange: (choice: NoticeChoice) => void
}) {
  const t = useTranslations('account.notices')
  const kinds = useTranslations('inbox.kinds')
  const kind = kinds(choice.kind)
  return (
    <tr>
      <th scope="row" className="py-2 pe-2 text-start font-normal">
        {kind}
      </th>
      <td className="px-2 py-2 text-center">
        <Checkbox
          aria-label={t('inInbox', { kind })}
          checked={choice.inInbox}
          onChange={(event) => onChange({ ...choice, inInbox: event.target.checked })}
        />
      </td>
      <td className="py-1.5">
        <Select
          label={t('byEmail', { kind })}
          value={choice.email}
          disabled={!canEmail}
          onChange={(email) => onChange({ ...choice, email })}
          options={emailChoices.map((value) => ({ value, label: t(`emails.${value}`) }))}
        />
      </td>
    </tr>
  )
}
