/** Placeholder for rows that are not rendered. Its lines are visible while scrolling is faster than rendering. */
export function GridSpace({ height, rowHeight }: { height: number; rowHeight: number }) {
  return (
    <tbody
      aria-hidden
      className="block bg-[linear-gradient(to_top,var(--line)_1px,transparent_1px)] bg-bottom"
      style={{ height, backgroundSize: `100% ${rowHeight}px` }}
    />
  )
}
