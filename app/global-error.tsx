'use client'

import './globals.css'

/** Stands in for the whole document when its root broke: no providers, no fonts, only words and one way on. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null
  return (
    <html lang="en" data-theme="system">
      <head>
        <title>This page could not be shown · Sightline</title>
      </head>
      <body className="bg-canvas">
        <main className="mx-auto flex max-w-[60ch] flex-col items-start gap-3 px-6 py-24">
          <h1 className="text-xl font-semibold">This page could not be shown</h1>
          <p>Something went wrong while it was being made. Nothing was changed.</p>
          {digest !== null && (
            <p className="text-sm text-ink-muted">
              For your administrator: <code className="font-mono">{digest}</code>
            </p>
          )}
          <button
            type="button"
            onClick={retry}
            className="h-8 rounded bg-accent px-3 text-sm font-medium text-accent-on hover:bg-accent-hover"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
