import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { SchedulesPage } from '@/components/export-schedules/schedules-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('exportSchedules.title')

export default async function Page() {
  await requirePageSession('schedules:read')
  return (
    <SectionMessages of={['exportSchedules']}>
      <SchedulesPage />
    </SectionMessages>
  )
}
