import { classNames } from '@/lib/browser/class-names'

/** A share of a whole as a thin bar. Its numbers are always written beside it, so screen readers skip the bar. */
export function ProgressBar({ value, max, className = 'h-1' }: { value: number; max: number; className?: string }) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max))
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className={classNames('block w-full overflow-hidden rounded-full', className)}
    >
      <rect width="100" height="4" className="fill-raised" />
      <rect width={share * 100} height="4" className="fill-accent" />
    </svg>
  )
}
