'use client'

import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const code = onDemand(() => import('./viewer'), { isEarly: true })

/** The viewer on a page that can do without it until a file is opened. */
export const LateViewer = lateComponent(
  code,
  (loaded) => loaded.MediaViewer,
  ({ openId }) => openId !== null,
)
