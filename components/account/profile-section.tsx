import type { Actor } from '@/lib/access/actor'
import { AccountSection } from './account-section'

/** Who is signed in. */
export function ProfileSection({ actor }: { actor: Actor }) {
  return (
    <AccountSection id="profile" title="Profile">
      <dl className="grid grid-cols-[8rem_1fr] gap-y-2 text-sm">
        <dt className="text-ink-muted">Name</dt>
        <dd className="wrap-anywhere">{actor.name}</dd>
        <dt className="text-ink-muted">Email</dt>
        <dd className="wrap-anywhere">{actor.email}</dd>
        <dt className="text-ink-muted">Role</dt>
        <dd className="capitalize">{actor.role}</dd>
      </dl>
    </AccountSection>
  )
}
