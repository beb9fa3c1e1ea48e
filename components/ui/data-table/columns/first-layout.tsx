import { useContext } from 'react'
import { NonceContext } from '@/lib/browser/page-policy'

/**
 * The layout of a table in the page's HTML. There, the content security policy allows a style element with the nonce,
 * but no style attributes. After mounting, the table has a style attribute and this element is removed.
 */
export function FirstLayout({ gridId, style }: { gridId: string; style: Readonly<Record<string, string>> }) {
  const nonce = useContext(NonceContext)
  const declarations = Object.entries(style).map(([name, value]) => `${name}:${value}`)
  return (
    // Browsers hide the nonce from the page, so hydration reads another value than the server sent.
    <style nonce={nonce} suppressHydrationWarning>
      {`#${gridId}{${declarations.join(';')}}`}
    </style>
  )
}
