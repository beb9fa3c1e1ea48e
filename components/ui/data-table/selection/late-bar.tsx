'use client'

import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import type { BulkBarProps } from './bulk-bar'

const code = onDemand(() => import('./bulk-bar'), { isEarly: true })

/** The bulk bar, which a list needs when a row is selected. */
export function LateBar<Row, Id extends string>(props: BulkBarProps<Row, Id>) {
  const loaded = useOnDemand(code, true)
  return loaded === null ? null : <loaded.BulkBar {...props} />
}
