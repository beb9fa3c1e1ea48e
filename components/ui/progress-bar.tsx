/** A share of a whole as a thin bar. Always beside its numbers in words, so it is silent itself. */
export function ProgressBar({ value, max }: { value: number; max: number }) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max))
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="block h-1 w-full overflow-hidden rounded-full"
    >
      <rect width="100" height="4" className="fill-raised" />
      <rect width={share * 100} height="4" className="fill-accent" />
    </svg>
  )
}
