import type { QueryClient } from '@tanstack/react-query'
import { auditId } from '@/lib/ids'
import { readShortReport } from '@/lib/inspections/report-data'
import { reportQueries } from '@/lib/report/queries'
import { followsPage } from './dehydrate-texts'

/**
 * A short report follows its page in the same response. Otherwise, the page asks for it itself and shows the error if
 * there is one. Not part of the HTML, because its buttons would be visible before they react to clicks.
 */
export function prefetchReport(queryClient: QueryClient, id: string): void {
  const { data } = auditId.safeParse(id)
  if (data === undefined) return
  void queryClient.prefetchQuery({
    queryKey: reportQueries.report(data).queryKey,
    queryFn: async () => {
      const answer = await readShortReport(data)
      if (answer === null) throw new Error('The report is long, or not stored.')
      return answer
    },
    retry: false,
    meta: followsPage,
  })
}
