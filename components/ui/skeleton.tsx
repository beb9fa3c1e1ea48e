import { classNames } from '@/lib/browser/class-names'

/**
 * A placeholder of the final size, so that nothing moves when the content loads. A slight light skips it, which
 * people with reduced motion do not see. Silent, because the region says "loading".
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('shimmer block rounded-sm bg-line/70', className)} />
}
