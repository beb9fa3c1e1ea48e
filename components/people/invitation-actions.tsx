'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, MailX, Send } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Menu, MenuItem } from '@/components/ui/menu'
import { invitationDays, type Invitation, type SentInvitation } from '@/lib/people/invitation-schema'
import { peopleCalls, peopleQueries } from '@/lib/people/queries'
import { ActionDialog } from './action-dialog'
import { OneTimeLink } from './one-time-link'

/** What can be done with an open invitation: a new link, or none any more. */
export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const [asked, setAsked] = useState<'resend' | 'revoke' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${invitation.email}`} icon={Ellipsis} size="sm" />}>
        <MenuItem icon={Send} onSelect={() => setAsked('resend')}>
          Resend invitation
        </MenuItem>
        <MenuItem icon={MailX} tone="bad" onSelect={() => setAsked('revoke')}>
          Revoke invitation
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
      title="Resend this invitation?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" data-autofocus busy={isPending} onClick={() => mutate()}>
            Resend invitation
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p className="wrap-anywhere">
          {email} gets a new link for {invitationDays} days. The link from before stops working.
        </p>
        {error !== null && <ErrorNotice error={error} title="The invitation was not sent again" />}
      </div>
    </Dialog>
  )
}

function ResentDialog({ email, sent, onClose }: { email: string; sent: SentInvitation; onClose: () => void }) {
  const title = { sent: 'Invitation emailed again', failed: 'New link made, not emailed', off: 'New link made' }[
    sent.mail
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="Sightline shows this link only now. It works once."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        {sent.mailError !== null && <p className="text-attention">{sent.mailError}</p>}
        <OneTimeLink link={sent.link} label={`Copy link for ${email}`} isFirst />
      </div>
    </Dialog>
  )
}

function RevokeDialog({ invitation: { invitationId, email }, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="Revoke this invitation?"
      button="Revoke invitation"
      isDanger
      failed="The invitation was not revoked"
      run={async () => {
        await peopleCalls.revoke(invitationId)
        return `Revoked the invitation of ${email}`
      }}
      onClose={onClose}
    >
      <p className="wrap-anywhere">The link that {email} has stops working. You can invite them again.</p>
    </ActionDialog>
  )
}
