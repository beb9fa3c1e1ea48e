'use client'

import { lateComponent, onDemand } from '@/lib/browser/on-demand'

/** Creates or changes a schedule. Its code is loaded at the first input, because the list needs none of it. */
export const ScheduleDialog = lateComponent(
  onDemand(() => import('./schedule-dialog'), { isEarly: true }),
  ({ ScheduleDialog: Loaded }) => Loaded,
)
