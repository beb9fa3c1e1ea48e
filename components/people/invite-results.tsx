'use client'

import { Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { copyText } from '@/lib/browser/copy-text'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import type { Invited, InviteOutcome } from '@/lib/people/invitation-schema'
import { OneTimeLink } from './one-time-link'

type Result = Invited['results'][number]

const tones: Readonly<Record<Exclude<InviteOutcome, 'invited'>, Tone>> = {
  duplicate: 'neutral',
  member: 'neutral',
  open: 'attention',
  invalid: 'bad',
}

/** The result for each pasted address, with links that are shown only once. */
export function InviteResults({ results, onClose }: { results: readonly Result[]; onClose: () => void }) {
  const t = useTranslations('people.invite.results')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const invited = results.filter(({ outcome }) => outcome === 'invited')
  const others = results.filter(({ outcome }) => outcome !== 'invited')
  const links = invited.flatMap(({ address, invitation }) =>
    invitation === null ? [] : [`${address ?? ''}\t${invitation.link}`],
  )
  const copyAll = async () => {
    if (await copyText(links.join('\n'))) toast.show({ tone: 'good', title: t('copiedAll', { count: links.length }) })
    else toast.show({ title: tCommon('copyBlocked') })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { count: invited.length })}
      {...(invited.length === 0 ? {} : { description: t('once') })}
      footer={
        <>
          {links.length > 1 && (
            <Button icon={Copy} onClick={() => void copyAll()}>
              {t('copyAll')}
            </Button>
          )}
          <Button variant="primary" data-autofocus onClick={onClose}>
            {tCommon('done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {invited.length > 0 && (
          <ul aria-label={t('invited')} className="flex flex-col gap-3">
            {invited.map((one) => (
              <InvitedPerson key={one.address} result={one} />
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <section aria-label={t('notInvited')} className="flex flex-col gap-2">
            {invited.length > 0 && <h3 className="font-medium">{t('notInvited')}</h3>}
            <ul className="divide-y divide-line rounded border border-line">
              {others.map(({ text, outcome }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same text may be there twice; the list never changes
                <li key={index} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2">
                  <span className="min-w-0 wrap-anywhere">{text}</span>
                  {outcome !== 'invited' && <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>}
                </li>
              ))}
            </ul>
            {others.some(({ outcome }) => outcome === 'open') && <p className="text-ink-muted">{t('resendHint')}</p>}
          </section>
        )}
      </div>
    </Dialog>
  )
}

function InvitedPerson({ result: { address, name, invitation } }: { result: Result }) {
  const t = useTranslations('people.invite.results')
  const tInvitation = useTranslations('people.invitation')
  if (invitation === null) return null
  return (
    <li className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">
          {name === null ? address : t('person', { name, email: address ?? '' })}
        </span>
        {invitation.mail === 'sent' && <Badge tone="good">{t('emailed')}</Badge>}
        {invitation.mail === 'failed' && <Badge tone="attention">{t('notEmailed')}</Badge>}
      </div>
      {invitation.mailError !== null && (
        <p className="text-attention">{t('mailFailed', { reason: invitation.mailError })}</p>
      )}
      <OneTimeLink link={invitation.link} label={tInvitation('copyLinkFor', { email: address ?? '' })} />
    </li>
  )
}
