'use client'

import { useQuery } from '@tanstack/react-query'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import { useMay } from '@/lib/browser/sign-in/actor'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { planRemedy } from './remedy'
import { RestoreButton } from './restore-button'

/** Offers to restore what an entry of the log cleared, as many statuses as can be restored now. */
export function RestoreOfEntry({ activityId }: { activityId: string }) {
  const mayRestore = useMay('assets:write')
  const { data } = useQuery({ ...assetChangeQueries.keptOf(activityId), enabled: mayRestore })
  const { data: board } = useQuery({ ...statusGroupQueries.board(), enabled: mayRestore })
  if (data === undefined || board === undefined) return null
  const { restorable } = planRemedy({ kind: 'restore-statuses', steps: [], kept: data.kept }, board)
  return <RestoreButton source={{ activityId }} count={restorable} />
}
