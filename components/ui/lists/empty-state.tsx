import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'

/** Says that something is empty, why, and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  className,
}: {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}) {
  return (
    <div className={classNames('flex flex-col items-center justify-center gap-1 px-6 py-12 text-center', className)}>
      {Icon !== undefined && <Icon aria-hidden size={24} strokeWidth={1.5} className="mb-2 text-ink-muted" />}
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="max-w-[60ch] text-sm text-ink-muted">{children}</div>}
      {action !== undefined && <div className="mt-3 flex gap-2">{action}</div>}
    </div>
  )
}
