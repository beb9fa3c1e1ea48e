'use client'

import { lateComponent, onDemand } from '@/lib/browser/on-demand'

/** Creates or changes a service account. Its code is loaded at the first input, because the list needs none of it. */
export const ServiceAccountDialog = lateComponent(
  onDemand(() => import('./service-account-dialog'), { isEarly: true }),
  ({ ServiceAccountDialog: Loaded }) => Loaded,
)
