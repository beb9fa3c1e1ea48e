/** The mark at the size of a front door. */
export function Mark() {
  return (
    <svg aria-hidden width="44" height="44" viewBox="0 0 20 20" fill="none">
      <rect x="1" y="1" width="18" height="18" rx="5" className="fill-accent" />
      <path
        d="M4.5 10S6.5 6.5 10 6.5 15.5 10 15.5 10 13.5 13.5 10 13.5 4.5 10 4.5 10Z"
        strokeWidth="1.2"
        strokeLinejoin="round"
        className="stroke-accent-on"
      />
      <circle cx="10" cy="10" r="1.7" className="fill-accent-on" />
    </svg>
  )
}

/** Lines of sight, far in the back. */
export function Backdrop() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 800"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeWidth="1"
      className="pointer-events-none absolute inset-0 size-full stroke-line"
    >
      {[310, 420, 540, 670].map((radius) => (
        <path
          key={radius}
          d={`M${600 - radius * 1.6} 400S${600 - radius * 0.8} ${400 - radius} 600 ${400 - radius} ${600 + radius * 1.6} 400 ${600 + radius * 1.6} 400 ${600 + radius * 0.8} ${400 + radius} 600 ${400 + radius} ${600 - radius * 1.6} 400 ${600 - radius * 1.6} 400Z`}
        />
      ))}
    </svg>
  )
}
