import type { ReactNode } from 'react'

// Tags that messages use, for `t.rich`.

/** Text only for screen readers. */
export const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>

/** A name or an address that may be long. */
export const strong = (text: ReactNode) => <strong className="font-medium wrap-anywhere">{text}</strong>

/** An id. */
export const code = (text: ReactNode) => <code className="font-mono text-xs wrap-anywhere">{text}</code>
