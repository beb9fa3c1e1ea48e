import { PageHeader } from '@/components/ui/page-header'
import type { Actor } from '@/lib/access/actor'
import { ProfileSection } from './profile-section'

/** Settings > Account. Each section is a file of its own. */
export function AccountPage({ actor }: { actor: Actor }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageHeader title="Account" />
      <ProfileSection actor={actor} />
    </div>
  )
}
