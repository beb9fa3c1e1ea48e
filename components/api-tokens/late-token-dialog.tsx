'use client'

import { lateComponent, onDemand } from '@/lib/browser/on-demand'

/** Creates a token. Its code is loaded at the first input, because the list needs none of it. */
export const TokenDialog = lateComponent(
  onDemand(() => import('./token-dialog'), { isEarly: true }),
  ({ TokenDialog: Loaded }) => Loaded,
)
