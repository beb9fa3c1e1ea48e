'use client'

import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import { ChangesSkeleton } from './changes-skeleton'

const code = onDemand(() => import('./changes-tab'))

/** The changes of an inspection. Their code is loaded when the tab is opened. */
export function LateChanges(props: { auditId: string; modifiedAt: string }) {
  const loaded = useOnDemand(code, true)
  return loaded === null ? <ChangesSkeleton /> : <loaded.ChangesTab {...props} />
}
