import type { Metadata } from 'next'
import { Logo } from '@/components/shell/logo'
import { Backdrop } from '../sign-in/backdrop'
import { ResetPasswordForm } from './reset-password-form'

export const metadata: Metadata = { title: 'Set a new password', robots: { index: false } }

/** Where the link of an admin leads. Its token is in the fragment of the address, so this page never sees it on the server. */
export default function ResetPasswordPage() {
  return (
    <main className="relative flex min-h-dvh flex-col items-center justify-center overflow-hidden px-6 py-12">
      <Backdrop />
      <div className="relative flex w-full max-w-90 flex-col gap-6">
        <div className="flex flex-col items-center gap-3 text-center">
          <Logo size={44} />
          <div>
            <h1 className="text-xl font-semibold tracking-tight">Set a new password</h1>
            <p className="mt-1 text-ink-muted">For your Sightline account.</p>
          </div>
        </div>
        <div className="rounded border border-line bg-surface p-6">
          <ResetPasswordForm />
          <noscript>
            <p className="mt-4 text-sm text-ink-muted">
              Sightline needs JavaScript. Switch it on for this address and reload the page.
            </p>
          </noscript>
        </div>
      </div>
    </main>
  )
}
