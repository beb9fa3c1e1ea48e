import { classNames } from '@/lib/browser/class-names'

/**
 * A placeholder of the final size, so that nothing moves when the content loads. It shimmers, except for people who
 * prefer reduced motion. Screen readers skip it, because the region says "loading".
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('shimmer block rounded-sm bg-line/70', className)} />
}
