import { PageHeader } from '@/components/ui/page-header'
import type { Actor } from '@/lib/access/actor'

/** Settings > Account: who is signed in. */
export function AccountPage({ actor }: { actor: Actor }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageHeader title="Account" />
      <dl className="grid grid-cols-[8rem_1fr] gap-y-2 rounded border border-line bg-surface p-4 text-sm">
        <dt className="text-ink-muted">Name</dt>
        <dd className="wrap-anywhere">{actor.name}</dd>
        <dt className="text-ink-muted">Email</dt>
        <dd className="wrap-anywhere">{actor.email}</dd>
        <dt className="text-ink-muted">Role</dt>
        <dd className="capitalize">{actor.role}</dd>
      </dl>
    </div>
  )
}
