'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Time } from '@/components/ui/dates/time'
import type { Person } from '@/lib/people/list-schema'
import { peopleCalls, peopleQueries } from '@/lib/people/queries'
import { OneTimeLink } from './one-time-link'

/** Creates a link that lets a person set a new password, and shows it once. */
export function PasswordLinkDialog({ person: { userId, name }, onClose }: { person: Person; onClose: () => void }) {
  const t = useTranslations('people.passwordLink')
  const tCommon = useTranslations('common')
  const queryClient = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => peopleCalls.createPasswordReset(userId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQueries.all }),
  })
  const isDone = data !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size={isDone ? 'md' : 'sm'}
      title={t(isDone ? 'title' : 'ask', { name })}
      footer={
        isDone ? (
          <Button variant="primary" onClick={onClose}>
            {tCommon('done')}
          </Button>
        ) : (
          <>
            <Button data-autofocus onClick={onClose}>
              {tCommon('cancel')}
            </Button>
            <Button variant="primary" busy={isPending} onClick={() => mutate()}>
              {t('create')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {isDone ? (
          <>
            <p>
              {t.rich(data.isEmailed ? 'emailed' : 'notEmailed', {
                name,
                b: (chunks) => <b>{chunks}</b>,
                time: () => <Time value={data.expiresAt} />,
              })}
            </p>
            <OneTimeLink link={data.link} label={t('copyFor', { name })} isFirst />
          </>
        ) : (
          <p className="wrap-anywhere">{t('text', { name })}</p>
        )}
        {error !== null && <ErrorNotice error={error} title={t('failed')} />}
      </div>
    </Dialog>
  )
}
