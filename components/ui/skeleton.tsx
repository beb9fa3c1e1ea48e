import { classNames } from '@/lib/browser/class-names'

/** Stands where something will be, in its size, so that nothing moves when it comes. Silent: the region says "loading". */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded-sm bg-raised', className)} />
}
