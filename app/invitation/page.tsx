import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { readActor } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { EntryPage } from '../sign-in/entry-page'
import { Invitation } from './invitation'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

/** Where the link of an invitation leads. Its token is in the fragment of the address, so this page never sees it on the server. */
export default async function InvitationPage() {
  const { oidc, isPasswordSignInOn } = settings()
  const actor = await readActor(await headers()).catch(() => null)
  return (
    <EntryPage>
      <Invitation issuerName={oidc?.name ?? null} isPasswordOn={isPasswordSignInOn} signedInAs={actor?.email ?? null} />
    </EntryPage>
  )
}
