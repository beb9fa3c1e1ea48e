import { classNames } from '@/lib/browser/class-names'

/** A placeholder of the final size, so that nothing moves when the content loads. Silent, because the region says "loading". */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded-sm bg-raised', className)} />
}
