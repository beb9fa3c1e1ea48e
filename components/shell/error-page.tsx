'use client'

import { House, RotateCw } from 'lucide-react'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

/** What a page shows when it broke. The error's own text stays on the server; its digest finds it in the log. */
export function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null
  return (
    <div role="alert" className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        title="This page could not be shown"
        action={
          <>
            <Button variant="primary" icon={RotateCw} onClick={retry}>
              Try again
            </Button>
            <ButtonLink href="/" icon={House}>
              Go to the overview
            </ButtonLink>
          </>
        }
      >
        <p>Something went wrong while it was being made. Nothing was changed, and the rest of the console works.</p>
        {digest !== null && (
          <p className="mt-2">
            For your administrator: <code className="font-mono text-xs select-all">{digest}</code>
          </p>
        )}
      </EmptyState>
    </div>
  )
}
