/** A value among others as a bar; silent, because its number stands beside it. */
export function Bar({ value, max, className = 'fill-accent' }: { value: number; max: number; className?: string }) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max))
  return (
    <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2 w-full rounded-sm bg-raised">
      <rect width={share * 100} height="8" className={className} />
    </svg>
  )
}
