import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'

/** Tags of messages that `t.rich` renders. */

export const strongText = (text: ReactNode) => <strong className="font-medium">{text}</strong>
export const mutedText = (text: ReactNode) => <span className="text-ink-muted">{text}</span>
export const inkText = (text: ReactNode) => <span className="text-ink tabular-nums">{text}</span>
export const codeText = (text: ReactNode) => <code className="font-mono text-xs">{text}</code>
export const fixedText = (text: ReactNode) => <span className="shrink-0">{text}</span>

/** A tag that is a link to `href`. */
export const linkTo =
  (href: Route, className = 'text-accent-ink underline underline-offset-2') =>
  (text: ReactNode) => (
    <Link href={href} className={className}>
      {text}
    </Link>
  )
