'use client'

import { Copy } from 'lucide-react'
import { copyText } from '@/components/media/viewer/clipboard'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import { formatCount } from '@/lib/browser/numbers'
import type { Invited, InviteOutcome } from '@/lib/people/invitation-schema'
import { OneTimeLink } from './one-time-link'

type Result = Invited['results'][number]

const notInvited: Readonly<Record<Exclude<InviteOutcome, 'invited'>, { tone: Tone; label: string }>> = {
  duplicate: { tone: 'neutral', label: 'Duplicate, invited once' },
  member: { tone: 'neutral', label: 'Already has an account' },
  open: { tone: 'attention', label: 'Already invited' },
  invalid: { tone: 'bad', label: 'Not an email address' },
}

/** The result for each pasted address, with the links, which are shown only once. */
export function InviteResults({ results, onClose }: { results: readonly Result[]; onClose: () => void }) {
  const toast = useToast()
  const invited = results.filter(({ outcome }) => outcome === 'invited')
  const others = results.filter(({ outcome }) => outcome !== 'invited')
  const links = invited.flatMap(({ address, invitation }) =>
    invitation === null ? [] : [`${address ?? ''}\t${invitation.link}`],
  )
  const copyAll = async () => {
    if (await copyText(links.join('\n')))
      toast.show({ tone: 'good', title: `Copied ${formatCount(links.length)} links` })
    else toast.show({ title: 'The browser does not allow copying. Select the links instead.' })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        invited.length === 0
          ? 'Nobody was invited'
          : `Invited ${formatCount(invited.length)} ${invited.length === 1 ? 'person' : 'people'}`
      }
      {...(invited.length === 0
        ? {}
        : { description: 'Sightline shows these links only now. Each works once, for one email address.' })}
      footer={
        <>
          {links.length > 1 && (
            <Button icon={Copy} onClick={() => void copyAll()}>
              Copy all links
            </Button>
          )}
          <Button variant="primary" data-autofocus onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {invited.length > 0 && (
          <ul aria-label="Invited" className="flex flex-col gap-3">
            {invited.map((one) => (
              <InvitedPerson key={one.address} result={one} />
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <section aria-label="Not invited" className="flex flex-col gap-2">
            {invited.length > 0 && <h3 className="font-medium">Not invited</h3>}
            <ul className="divide-y divide-line rounded border border-line">
              {others.map(({ text, outcome }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same text may be there twice; the list never changes
                <li key={index} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2">
                  <span className="min-w-0 wrap-anywhere">{text}</span>
                  {outcome !== 'invited' && <Badge tone={notInvited[outcome].tone}>{notInvited[outcome].label}</Badge>}
                </li>
              ))}
            </ul>
            {others.some(({ outcome }) => outcome === 'open') && (
              <p className="text-ink-muted">To send an open invitation again, use its menu in the list.</p>
            )}
          </section>
        )}
      </div>
    </Dialog>
  )
}

function InvitedPerson({ result: { address, name, invitation } }: { result: Result }) {
  if (invitation === null) return null
  return (
    <li className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">
          {name === null ? address : `${name}, ${address ?? ''}`}
        </span>
        {invitation.mail === 'sent' && <Badge tone="good">Emailed</Badge>}
        {invitation.mail === 'failed' && <Badge tone="attention">Not emailed</Badge>}
      </div>
      {invitation.mailError !== null && (
        <p className="text-attention">{invitation.mailError} Pass on the link, or resend the invitation later.</p>
      )}
      <OneTimeLink link={invitation.link} label={`Copy link for ${address ?? ''}`} />
    </li>
  )
}
