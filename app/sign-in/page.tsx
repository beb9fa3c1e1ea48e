import type { Metadata, Route } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { safeReturnPath, startPath } from '@/lib/access/return-path'
import { isDemo, readActor } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { readPasskeyOrigin } from '@/lib/factors/data'
import { readProblem } from '@/components/factors/problem-words'
import { Logo } from '@/components/shell/logo'
import { Backdrop } from './backdrop'
import { SignInForm } from './sign-in-form'
import { SignInProblemNotice } from './sign-in-problem'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const { next: given, problem: givenProblem } = await searchParams
  const { oidc, isPasswordSignInOn } = settings()
  const passkeyOrigin = readPasskeyOrigin()
  const problem = oidc === null ? null : readProblem(givenProblem)
  const asked = safeReturnPath(typeof given === 'string' ? given : null)
  // Whoever wants nothing special begins on their start page.
  const next = asked === '/' ? startPath : asked
  // A database that cannot be reached must not hide the page that says so on the first try.
  const actor = await readActor(await headers()).catch(() => null)
  if (actor !== null) redirect(next as Route)
  return (
    <main className="relative flex min-h-dvh flex-col items-center justify-center overflow-hidden px-6 py-12">
      <Backdrop />
      <div className="relative flex w-full max-w-90 flex-col gap-6">
        <div className="flex flex-col items-center gap-3 text-center">
          <Logo size={44} />
          <div>
            <h1 className="text-xl font-semibold tracking-tight">Sightline</h1>
            <p className="mt-1 text-ink-muted">
              {next === startPath ? 'Sign in to your console.' : 'Sign in to go on where you were.'}
            </p>
          </div>
        </div>
        <div className="rounded border border-line bg-surface p-6">
          {oidc !== null && problem !== null && <SignInProblemNotice problem={problem} issuerName={oidc.name} />}
          <SignInForm
            next={next}
            passkeyOrigin={passkeyOrigin}
            singleSignOn={oidc === null ? null : { issuerName: oidc.name, isPasswordOn: isPasswordSignInOn }}
          />
          <noscript>
            <p className="mt-4 text-sm text-ink-muted">
              Sightline needs JavaScript. Switch it on for this address and reload the page.
            </p>
          </noscript>
        </div>
        {isDemo() && (
          <p className="text-center text-xs text-ink-muted">
            This is the demo: its organization and data are made up. The terminal that started it shows how to sign in.
          </p>
        )}
      </div>
    </main>
  )
}
