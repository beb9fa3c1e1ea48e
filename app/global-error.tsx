'use client'

import './globals.css'

/** Replaces the whole document when its root failed. There are no providers, so its text is not in the catalog. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null
  return (
    <html lang="en" data-theme="system">
      <head>
        <title>This page could not be loaded · Sightline</title>
      </head>
      <body className="bg-canvas">
        <main className="mx-auto flex max-w-[60ch] flex-col items-start gap-3 px-6 py-24">
          <h1 className="text-xl font-semibold">This page could not be loaded</h1>
          <p>Something went wrong. Nothing was changed.</p>
          {digest !== null && (
            <p className="text-sm text-ink-muted">
              Error ID for your admin: <code className="font-mono">{digest}</code>
            </p>
          )}
          <button
            type="button"
            onClick={retry}
            className="h-8 rounded bg-accent px-3 text-sm font-medium text-accent-on hover:bg-accent-hover"
          >
            Retry
          </button>
        </main>
      </body>
    </html>
  )
}
