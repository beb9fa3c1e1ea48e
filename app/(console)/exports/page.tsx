import { titled } from '@/app/page-title'
import { readListPage } from '@/app/read-list-page'
import { SectionMessages } from '@/app/section-messages'
import { ExportsPage } from '@/components/exports/exports-page'
import { MoreData } from '@/components/ui/page-data/more-data'
import { requirePageSession } from '@/lib/auth/session'
import { listExportJobs } from '@/lib/exports/data'
import { exportQueries } from '@/lib/exports/queries'
import { exportJobList } from '@/lib/exports/schema'

export const generateMetadata = titled('exports.title')

export default async function Page({ searchParams }: PageProps<'/exports'>) {
  const actor = await requirePageSession('inspections:read')
  const scope = (await searchParams)['show'] === 'all' ? 'all' : 'mine'
  const data = await readListPage(actor, 'exports', {
    query: exportQueries.list(scope),
    schema: exportJobList,
    read: () => listExportJobs(actor, { scope }),
  })
  return (
    <MoreData {...data}>
      <SectionMessages of={['exports', 'savedViews']}>
        <ExportsPage />
      </SectionMessages>
    </MoreData>
  )
}
