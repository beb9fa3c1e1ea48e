'use client'

import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const code = onDemand(() => import('./dialog-parts'), { isEarly: true })

/**
 * A modal dialog with a title. Focus moves to the element with `data-autofocus`, or to the dialog itself, and returns when
 * it closes.
 */
export const Dialog = lateComponent(
  code,
  ({ Dialog: Loaded }) => Loaded,
  ({ open }) => open,
)
