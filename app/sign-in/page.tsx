import type { Route } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { SectionMessages } from '@/app/section-messages'
import { safeReturnPath, startPath } from '@/lib/access/return-path'
import { isDemo, readActor } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { readPasskeyOrigin } from '@/lib/factors/data'
import { readProblem } from '@/components/factors/problem-texts'
import { titled } from '../page-title'
import { EntryPage } from './entry-page'
import { SignInForm } from './sign-in-form'
import { SignInProblemNotice } from './sign-in-problem'

export const generateMetadata = titled('signIn.title')

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
  // Without a requested page, people begin on their start page.
  const next = asked === '/' ? startPath : asked
  // If the database cannot be reached, this page must still open: the first attempt to sign in says so.
  const actor = await readActor(await headers()).catch(() => null)
  if (actor !== null) redirect(next as Route)
  const t = await getTranslations('signIn')
  return (
    <EntryPage
      hint={t(next === startPath ? 'hint' : 'continueHint')}
      below={isDemo() && <p className="text-center text-xs text-ink-muted">{t('demo')}</p>}
    >
      {oidc !== null && problem !== null && <SignInProblemNotice problem={problem} issuerName={oidc.name} />}
      <SectionMessages of={['signIn', 'factors']}>
        <SignInForm
          next={next}
          passkeyOrigin={passkeyOrigin}
          singleSignOn={oidc === null ? null : { issuerName: oidc.name, isPasswordOn: isPasswordSignInOn }}
        />
      </SectionMessages>
    </EntryPage>
  )
}
