'use client'

import { lateComponent, onDemand } from '@/lib/browser/on-demand'

/** Creates or changes a webhook. Its code is loaded at the first input, because the list needs none of it. */
export const TargetDialog = lateComponent(
  onDemand(() => import('./target-dialog'), { isEarly: true }),
  ({ TargetDialog: Loaded }) => Loaded,
)
