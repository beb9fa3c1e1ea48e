'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, MailX, Send } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { Invitation, SentInvitation } from '@/lib/people/invitation-schema'
import { invitationDays } from '@/lib/people/values-model'
import { peopleCalls, peopleQueries } from '@/lib/people/queries'
import { ActionDialog } from './action-dialog'
import { OneTimeLink } from './one-time-link'

/** The actions of an open invitation: resend it or revoke it. */
export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('people.invitation.actions')
  const [asked, setAsked] = useState<'resend' | 'revoke' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Menu trigger={<IconButton label={t('menu', { email: invitation.email })} icon={Ellipsis} size="sm" />}>
        <MenuItem icon={Send} onSelect={() => setAsked('resend')}>
          {t('resend')}
        </MenuItem>
        <MenuItem icon={MailX} tone="bad" onSelect={() => setAsked('revoke')}>
          {t('revoke')}
        </MenuItem>
      </Menu>
      {asked === 'resend' && <ResendDialog invitation={invitation} onClose={close} />}
      {asked === 'revoke' && <RevokeDialog invitation={invitation} onClose={close} />}
    </>
  )
}

interface DialogProps {
  invitation: Invitation
  onClose: () => void
}

function ResendDialog({ invitation: { invitationId, email }, onClose }: DialogProps) {
  const t = useTranslations('people.invitation')
  const tCommon = useTranslations('common')
  const queryClient = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => peopleCalls.resend(invitationId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQueries.all }),
  })
  if (data !== undefined) return <ResentDialog email={email} sent={data} onClose={onClose} />
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={t('resend.title')}
      footer={
        <>
          <Button onClick={onClose}>{tCommon('cancel')}</Button>
          <Button variant="primary" data-autofocus busy={isPending} onClick={() => mutate()}>
            {t('actions.resend')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p className="wrap-anywhere">{t('resend.text', { email, days: invitationDays })}</p>
        {error !== null && <ErrorNotice error={error} title={t('resend.failed')} />}
      </div>
    </Dialog>
  )
}

function ResentDialog({ email, sent, onClose }: { email: string; sent: SentInvitation; onClose: () => void }) {
  const t = useTranslations('people.invitation')
  const tCommon = useTranslations('common')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`resend.done.${sent.mail}`)}
      description={t('resend.once')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {tCommon('done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        {sent.mailError !== null && <p className="text-attention">{sent.mailError}</p>}
        <OneTimeLink link={sent.link} label={t('copyLinkFor', { email })} isFirst />
      </div>
    </Dialog>
  )
}

function RevokeDialog({ invitation: { invitationId, email }, onClose }: DialogProps) {
  const t = useTranslations('people.invitation')
  return (
    <ActionDialog
      title={t('revoke.title')}
      button={t('actions.revoke')}
      isDanger
      failed={t('revoke.failed')}
      run={async () => {
        await peopleCalls.revoke(invitationId)
        return t('revoke.done', { email })
      }}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t('revoke.text', { email })}</p>
    </ActionDialog>
  )
}
