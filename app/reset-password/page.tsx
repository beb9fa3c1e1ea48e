import type { Metadata } from 'next'
import { EntryPage } from '../sign-in/entry-page'
import { ResetPasswordForm } from './reset-password-form'

export const metadata: Metadata = { title: 'Set a new password', robots: { index: false } }

/** Where the link of an admin leads. Its token is in the fragment of the address, so this page never sees it on the server. */
export default function ResetPasswordPage() {
  return (
    <EntryPage title="Set a new password" hint="For your Sightline account.">
      <ResetPasswordForm />
    </EntryPage>
  )
}
