import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { readActor } from '@/lib/auth/session'
import { Logo } from '@/components/shell/logo'

export const metadata: Metadata = { title: 'Not allowed' }

/** Where a page sends a person whose role does not hold its permission. */
export default async function NotAllowedPage() {
  const actor = await readActor(await headers())
  if (actor === null) redirect('/sign-in')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-6 py-12 text-center">
      <Logo size={44} />
      <div className="max-w-prose">
        <h1 className="text-xl font-semibold tracking-tight">Your role may not open this page</h1>
        <p className="mt-2 text-ink-muted">
          You are signed in as {actor.email} ({actor.role}). An administrator of this console can change your role.
        </p>
      </div>
      <Link href="/" className="text-accent-ink underline underline-offset-4">
        Go to the overview
      </Link>
    </main>
  )
}
