import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

export interface SelectOption<Value extends string> {
  value: Value
  label: ReactNode
  disabled?: boolean
  /** Language of the label, if it is not the language of the page. */
  lang?: string
  /** The label above this option and the following options of the same group. */
  group?: string
}

export const valueClass = 'min-w-0 flex-1 truncate'

export function Arrows() {
  return (
    <span aria-hidden className="shrink-0 text-ink-muted">
      <ChevronsUpDown size={14} strokeWidth={1.75} />
    </span>
  )
}
