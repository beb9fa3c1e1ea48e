import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { Logo } from '@/components/shell/logo'
import { readActor } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { Backdrop } from '../sign-in/backdrop'
import { Invitation } from './invitation'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

/** Where the link of an invitation leads. Its token is in the fragment of the address, so this page never sees it on the server. */
export default async function InvitationPage() {
  const { oidc, isPasswordSignInOn } = settings()
  const actor = await readActor(await headers()).catch(() => null)
  return (
    <main className="relative flex min-h-dvh flex-col items-center justify-center overflow-hidden px-6 py-12">
      <Backdrop />
      <div className="relative flex w-full max-w-90 flex-col gap-6">
        <div className="flex flex-col items-center gap-3 text-center">
          <Logo size={44} />
          <h1 className="text-xl font-semibold tracking-tight">Sightline</h1>
        </div>
        <div className="rounded border border-line bg-surface p-6">
          <Invitation
            issuerName={oidc?.name ?? null}
            isPasswordOn={isPasswordSignInOn}
            signedInAs={actor?.email ?? null}
          />
          <noscript>
            <p className="text-sm text-ink-muted">
              Sightline needs JavaScript. Switch it on for this address and reload the page.
            </p>
          </noscript>
        </div>
      </div>
    </main>
  )
}
