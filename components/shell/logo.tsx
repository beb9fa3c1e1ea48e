/** The mark: a line of sight through a frame. `size` in pixels. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 20 20" fill="none" className="shrink-0">
      <rect x="1" y="1" width="18" height="18" rx="5" className="fill-accent" />
      <path
        d="M4.5 10S6.5 6.5 10 6.5 15.5 10 15.5 10 13.5 13.5 10 13.5 4.5 10 4.5 10Z"
        strokeWidth="1.4"
        strokeLinejoin="round"
        className="stroke-accent-on"
      />
      <circle cx="10" cy="10" r="1.7" className="fill-accent-on" />
    </svg>
  )
}
