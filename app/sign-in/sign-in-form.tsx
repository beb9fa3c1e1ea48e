'use client'

import { PasswordForm } from './password-form'

/** The ways in, one below the other. `next` is where to go afterwards: a path of this console, checked by the page. */
export function SignInForm({ next }: { next: string }) {
  return (
    <PasswordForm
      // A full load: nothing of the time before is kept.
      onSignedIn={() => window.location.assign(next)}
    />
  )
}
