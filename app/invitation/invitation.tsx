'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/lib/browser/button-class'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { ApiError } from '@/lib/browser/api'
import type { OpenInvitation } from '@/lib/people/invitation-schema'
import { peopleQueries } from '@/lib/people/queries'
import { describeRefusal } from '../sign-in/sign-in-texts'
import { SingleSignOn } from '../sign-in/single-sign-on'
import { AcceptForm } from './accept-form'

interface Ways {
  /** The name of single sign-on; null if there is none. */
  issuerName: string | null
  isPasswordOn: boolean
}

/** Loads the invitation that the fragment of the address names, and lets the person accept it. */
export function Invitation({ signedInAs, ...ways }: Ways & { signedInAs: string | null }) {
  const t = useTranslations('signIn.invitation')
  const tProblems = useTranslations('signIn.problems')
  const tCommon = useTranslations('common')
  const token = useFragment()
  const { data, error, isFetching, refetch } = useQuery({
    ...peopleQueries.invitation(token ?? ''),
    enabled: token !== null && token !== '',
  })
  if (token === '' || isInvalid(error)) return <InvalidLink />
  if (token !== null && data !== undefined)
    return <Open token={token} invitation={data} {...ways} signedInAs={signedInAs} />
  if (error !== null)
    return (
      <div className="flex flex-col gap-4">
        <p role="alert" className="text-sm text-bad">
          {describeRefusal(tProblems, error)}
        </p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {tCommon('retry')}
        </Button>
      </div>
    )
  return (
    <div aria-busy className="flex flex-col gap-3">
      <p className="sr-only">{t('loading')}</p>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}

const isInvalid = (error: unknown) => error instanceof ApiError && ['not_found', 'invalid'].includes(error.code)

/** The part after `#`; null on the server, which never gets it. Opening another link on this page changes only this part. */
function useFragment(): string | null {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => window.location.hash.slice(1),
    () => null,
  )
}

function InvalidLink() {
  const t = useTranslations('signIn')
  return (
    <div className="flex flex-col gap-4">
      <div role="alert">
        <h2 className="text-base font-semibold">{t('invitation.invalid.title')}</h2>
        <p className="mt-1 text-sm text-ink-muted">{t('invitation.invalid.text')}</p>
      </div>
      <Link href="/sign-in" className={buttonClass('secondary', 'md', 'h-10 w-full')}>
        {t('submit')}
      </Link>
    </div>
  )
}

function Open({
  token,
  invitation,
  issuerName,
  isPasswordOn,
  signedInAs,
}: Ways & { token: string; invitation: OpenInvitation; signedInAs: string | null }) {
  const t = useTranslations('signIn.invitation')
  const { invitedByName, role, email, expiresAt } = invitation
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-base font-semibold">{t('heading')}</h2>
        <p className="mt-1 text-sm wrap-anywhere text-ink-muted">
          {t.rich('invited', { name: invitedByName, role, time: () => <Time value={expiresAt} /> })}
        </p>
      </div>
      {signedInAs !== null && (
        <p className="rounded border border-attention/30 bg-attention-soft p-2 text-sm wrap-anywhere">
          {t('signedInAs', { current: signedInAs, email })}
        </p>
      )}
      {/* A person who is signed in must set a password, because the issuer knows them too. Without passwords: the issuer. */}
      {issuerName !== null && (signedInAs === null || !isPasswordOn) && (
        <>
          <SingleSignOn issuerName={issuerName} next="/" />
          <p className="text-xs wrap-anywhere text-ink-muted">{t('useAccount', { email })}</p>
        </>
      )}
      {isPasswordOn && (
        <>
          {issuerName !== null && (
            <div className="flex items-center gap-3 text-xs text-ink-muted">
              <span className="h-px flex-1 bg-line" />
              {t('orPassword')}
              <span className="h-px flex-1 bg-line" />
            </div>
          )}
          <AcceptForm key={token} token={token} invitation={invitation} />
        </>
      )}
    </div>
  )
}
