/** Decorative lines in the background. */
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
