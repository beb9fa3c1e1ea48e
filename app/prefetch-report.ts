import type { QueryClient } from '@tanstack/react-query'
import { auditId } from '@/lib/ids'
import { readShortReport } from '@/lib/inspections/report-data'
import { reportQueries } from '@/lib/report/queries'

/** A short report comes with its page. Otherwise, the page asks for it itself and shows the error if there is one. */
export async function prefetchReport(queryClient: QueryClient, id: string): Promise<void> {
  const { data } = auditId.safeParse(id)
  if (data === undefined) return
  const answer = await readShortReport(data).catch(() => null)
  if (answer !== null) queryClient.setQueryData(reportQueries.report(data).queryKey, answer)
}
