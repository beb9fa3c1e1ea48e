import { useTranslations } from 'next-intl'
import { PageHeader } from '@/components/ui/page-header'
import type { Actor } from '@/lib/access/actor'
import { FactorsSection } from './factors-section'
import { NoticesSection } from './notices-section'
import { PasswordSection } from './password-section'
import { PreferencesSection } from './preferences-section'
import { ProfileSection } from './profile-section'
import { SessionsSection } from './sessions-section'

/** Settings > Account. Each section has its own file, and an address that ends with its id. */
export function AccountPage({ actor }: { actor: Actor }) {
  const t = useTranslations('account')
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageHeader title={t('title')} />
      <ProfileSection actor={actor} />
      <PreferencesSection role={actor.role} />
      <NoticesSection />
      <PasswordSection actor={actor} />
      <FactorsSection />
      <SessionsSection />
    </div>
  )
}
