import localFont from 'next/font/local'

/** Geist's font for code, as its package declares it but not preloaded: most pages show no code, and it takes 70 KB. */
export const monoFont = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  adjustFontFallback: false,
  fallback: ['ui-monospace', 'Menlo', 'DejaVu Sans Mono', 'Courier New', 'monospace'],
  weight: '100 900',
  preload: false,
})
