import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/page-title'
import { readActor } from '@/lib/auth/session'
import { Logo } from '@/components/shell/logo'

export const generateMetadata = titled('signIn.notAllowed.title')

/** Where a page sends a person whose role does not have its permission. */
export default async function NotAllowedPage() {
  const actor = await readActor(await headers())
  if (actor === null) redirect('/sign-in')
  const t = await getTranslations()
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-6 py-12 text-center">
      <Logo size={44} />
      <div className="max-w-prose">
        <h1 className="text-xl font-semibold tracking-tight">{t('signIn.notAllowed.heading')}</h1>
        <p className="mt-2 text-ink-muted">
          {t('signIn.notAllowed.text', { email: actor.email, role: t(`common.roles.${actor.role}`) })}
        </p>
      </div>
      <Link href="/" className="text-accent-ink underline underline-offset-4">
        {t('shell.overviewLink')}
      </Link>
    </main>
  )
}
