import { Spinner } from '@/components/ui/spinner'
import { classNames } from '@/lib/browser/class-names'

/** In place of a number that is not known again yet. */
export function Counting({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-1 text-ink-muted', className)}>
      <Spinner size={12} /> counting
    </span>
  )
}
