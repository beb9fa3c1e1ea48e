import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** A line above rows that are incomplete or outdated. */
export function ListNotice({ children }: { children: ReactNode }) {
  return (
    <output className="flex shrink-0 items-start gap-2 border-b border-attention/30 bg-attention-soft px-4 py-2 text-sm sm:px-6">
      <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
      <span className="min-w-0">{children}</span>
    </output>
  )
}
