import type { ReactNode } from 'react'

/** A part that scrolls by itself. It can be focused, so that arrow keys scroll it. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  )
}
