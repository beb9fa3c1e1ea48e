import type { Metadata, Route } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { safeReturnPath, startPath } from '@/lib/access/return-path'
import { isDemo, readActor } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { readPasskeyOrigin } from '@/lib/factors/data'
import { readProblem } from '@/components/factors/problem-words'
import { EntryPage } from './entry-page'
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
    <EntryPage
      hint={next === startPath ? 'Sign in to your console.' : 'Sign in to continue where you were.'}
      below={
        isDemo() && (
          <p className="text-center text-xs text-ink-muted">
            This is the demo: its organization and data are made up. Use the email and password printed in your
            terminal.
          </p>
        )
      }
    >
      {oidc !== null && problem !== null && <SignInProblemNotice problem={problem} issuerName={oidc.name} />}
      <SignInForm
        next={next}
        passkeyOrigin={passkeyOrigin}
        singleSignOn={oidc === null ? null : { issuerName: oidc.name, isPasswordOn: isPasswordSignInOn }}
      />
    </EntryPage>
  )
}
