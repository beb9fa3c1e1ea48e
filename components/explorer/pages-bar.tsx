'use client'

import { ListEnd, Square } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { formatCount } from '@/lib/browser/numbers'
import type { usePages } from './use-pages'

/** Reads the further pages of a list when asked to, and says how far it is. */
export function PagesBar({ pages: { state, follow, stop } }: { pages: ReturnType<typeof usePages> }) {
  const isAtEnd = state !== null && !state.isRunning && state.next === null
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-surface px-3 py-2 text-sm">
      {state?.isRunning === true ? (
        <Button size="sm" icon={Square} onClick={stop}>
          Stop
        </Button>
      ) : (
        !isAtEnd && (
          <Button size="sm" icon={ListEnd} onClick={() => void follow()}>
            {state === null ? 'Read all pages' : 'Go on'}
          </Button>
        )
      )}
      <span aria-live="polite" className="flex min-w-0 flex-1 flex-wrap items-center gap-2 tabular-nums">
        {state === null ? (
          <span className="text-ink-muted">One page is shown. Each further one is a request of its own.</span>
        ) : (
          <>
            {state.isRunning && <Spinner />}
            {formatCount(state.rows.length)} rows of {formatCount(state.pages)} {state.pages === 1 ? 'page' : 'pages'}.
            {state.note !== null && <span className="text-ink-muted">{state.note}</span>}
          </>
        )}
      </span>
    </div>
  )
}
