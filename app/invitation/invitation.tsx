'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { Role } from '@/lib/access/permissions'
import { ApiError } from '@/lib/browser/api'
import type { OpenInvitation } from '@/lib/people/invitation-schema'
import { peopleQueries } from '@/lib/people/queries'
import { describeRefusal } from '../sign-in/sign-in-words'
import { SingleSignOn } from '../sign-in/single-sign-on'
import { AcceptForm } from './accept-form'

const aRole: Readonly<Record<Role, string>> = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin' }

interface Ways {
  /** Of single sign-on, where there is one. */
  issuerName: string | null
  isPasswordOn: boolean
}

/** Reads the invitation that the fragment of the address names, and lets its person accept it. */
export function Invitation({ signedInAs, ...ways }: Ways & { signedInAs: string | null }) {
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
          {describeRefusal(error)}
        </p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <div aria-busy className="flex flex-col gap-3">
      <p className="sr-only">Reading the invitation</p>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}

const isInvalid = (error: unknown) => error instanceof ApiError && ['not_found', 'invalid'].includes(error.code)

/** What follows the `#`; null on the server, which is never told. A link opened on this page changes only that. */
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
  return (
    <div className="flex flex-col gap-4">
      <div role="alert">
        <h2 className="text-base font-semibold">This link does not work</h2>
        <p className="mt-1 text-sm text-ink-muted">
          It may have been used, replaced or revoked, or it is older than 7 days. Ask an admin of Sightline for a new
          one.
        </p>
      </div>
      <Link href="/sign-in" className={buttonClass('secondary', 'md', 'h-10 w-full')}>
        Sign in
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
  const { invitedByName, role, email, expiresAt } = invitation
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-base font-semibold">Accept your invitation</h2>
        <p className="mt-1 text-sm wrap-anywhere text-ink-muted">
          {invitedByName} invited you as {aRole[role]}. The link works once, until <Time value={expiresAt} />.
        </p>
      </div>
      {signedInAs !== null && (
        <p className="rounded border border-attention/30 bg-attention-soft p-2 text-sm wrap-anywhere">
          You are signed in as {signedInAs}. Accepting signs you out and in again as {email}.
        </p>
      )}
      {issuerName !== null && signedInAs === null && (
        <>
          <SingleSignOn issuerName={issuerName} next="/" />
          <p className="text-xs wrap-anywhere text-ink-muted">Use your {email} account there.</p>
        </>
      )}
      {isPasswordOn && (
        <>
          {issuerName !== null && (
            <div className="flex items-center gap-3 text-xs text-ink-muted">
              <span className="h-px flex-1 bg-line" />
              or choose a password
              <span className="h-px flex-1 bg-line" />
            </div>
          )}
          <AcceptForm key={token} token={token} invitation={invitation} />
        </>
      )}
    </div>
  )
}
