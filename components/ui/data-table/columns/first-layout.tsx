import { useContext } from 'react'
import { NonceContext } from '@/lib/browser/nonce-context'

/**
 * The layout of a table in the page's HTML, where the policy allows a style element with the nonce and no style attributes. The
 * table has the attribute after mounting, when this is removed.
 */
export function FirstLayout({ gridId, style }: { gridId: string; style: Readonly<Record<string, string>> }) {
  const nonce = useContext(NonceContext)
  const declarations = Object.entries(style).map(([name, value]) => `${name}:${value}`)
  return (
    // Browsers hide the nonce from the page, so what hydration reads differs from what was sent.
    <style nonce={nonce} suppressHydrationWarning>
      {`#${gridId}{${declarations.join(';')}}`}
    </style>
  )
}
