import { notFound } from 'next/navigation'
import * as z from 'zod'
import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ExportJobPage } from '@/components/exports/export-job-page'
import { MoreData } from '@/components/ui/page-data/more-data'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { readExportJob } from '@/lib/exports/data'
import { exportQueries } from '@/lib/exports/queries'
import { exportJob } from '@/lib/exports/schema'

export const generateMetadata = titled('exports.job.title')

export default async function Page({ params }: PageProps<'/exports/[jobId]'>) {
  const actor = await requirePageSession('inspections:read')
  const jobId = z.uuid().safeParse((await params).jobId)
  if (!jobId.success) notFound()
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery({
    queryKey: exportQueries.job(jobId.data).queryKey,
    queryFn: async () => exportJob.parse(await readExportJob(actor, jobId.data)),
    retry: false,
  })
  return (
    <MoreData {...await dehydrateTexts(queryClient)}>
      <SectionMessages of={['exports']}>
        <ExportJobPage jobId={jobId.data} />
      </SectionMessages>
    </MoreData>
  )
}
