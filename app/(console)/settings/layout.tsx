import type { ReactNode } from 'react'
import { listSettingsItems } from '@/components/shell/settings-items'
import { SettingsNav } from '@/components/shell/settings-nav'
import { requirePageSession } from '@/lib/auth/session'

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const actor = await requirePageSession()
  return (
    <div className="lg:flex">
      <SettingsNav items={listSettingsItems(actor.role)} />
      <div className="min-w-0 flex-1 p-4 sm:p-6">{children}</div>
    </div>
  )
}
