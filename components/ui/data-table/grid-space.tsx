/** Placeholder for rows that are not rendered. Its lines show in the frame in which a scroll is ahead of the rows. */
export function GridSpace({ height, rowHeight }: { height: number; rowHeight: number }) {
  return (
    <tbody
      aria-hidden
      className="block bg-[linear-gradient(to_top,var(--line)_1px,transparent_1px)] bg-bottom"
      style={{ height, backgroundSize: `100% ${rowHeight}px` }}
    />
  )
}
