import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { SystemPage } from '@/components/system/system-page'
import { can } from '@/lib/access/permissions'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('system.title')

export default async function Page() {
  const actor = await requirePageSession('system:read')
  return (
    <SectionMessages of={['system']}>
      <SystemPage maySync={can(actor.role, 'system:write')} />
    </SectionMessages>
  )
}
