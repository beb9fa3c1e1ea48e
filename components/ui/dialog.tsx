'use client'

import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import type { DialogProps } from './dialog-parts'

const code = onDemand(() => import('./dialog-parts'), { isEarly: true })

/**
 * A modal dialog with a title. Focus moves to the element with `data-autofocus`, or to the dialog itself, and returns when
 * it closes.
 */
export function Dialog(props: DialogProps) {
  const parts = useOnDemand(code, props.open)
  return parts === null ? null : <parts.Dialog {...props} />
}
