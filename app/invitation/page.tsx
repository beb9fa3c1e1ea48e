import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { SectionMessages } from '@/app/section-messages'
import { readActor } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { titled } from '../page-title'
import { EntryPage } from '../sign-in/entry-page'
import { Invitation } from './invitation'

const readTitle = titled('signIn.invitation.title')
export const generateMetadata = async (): Promise<Metadata> => ({ ...(await readTitle()), referrer: 'no-referrer' })

/** The target of an invitation link. The token is in the fragment of the address, so the server never sees it here. */
export default async function InvitationPage() {
  const { oidc, isPasswordSignInOn } = settings()
  const actor = await readActor(await headers()).catch(() => null)
  return (
    <EntryPage>
      <SectionMessages of={['signIn']}>
        <Invitation
          issuerName={oidc?.name ?? null}
          isPasswordOn={isPasswordSignInOn}
          signedInAs={actor?.email ?? null}
        />
      </SectionMessages>
    </EntryPage>
  )
}
