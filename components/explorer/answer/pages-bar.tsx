'use client'

import { ListEnd, Square } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import type { usePages } from './use-pages'

/** Loads the further pages of a list on request, and shows the progress. */
export function PagesBar({ pages: { state, follow, stop } }: { pages: ReturnType<typeof usePages> }) {
  const t = useTranslations('explorer')
  const isAtEnd = state !== null && !state.isRunning && state.next === null
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-surface px-3 py-2 text-sm">
      {state?.isRunning === true ? (
        <Button size="sm" icon={Square} onClick={stop}>
          {t('actions.stop')}
        </Button>
      ) : (
        !isAtEnd && (
          <Button size="sm" icon={ListEnd} onClick={() => void follow()}>
            {t(state === null ? 'actions.loadAllPages' : 'actions.continue')}
          </Button>
        )
      )}
      <span aria-live="polite" className="flex min-w-0 flex-1 flex-wrap items-center gap-2 tabular-nums">
        {state === null ? (
          <span className="text-ink-muted">{t('pages.one')}</span>
        ) : (
          <>
            {state.isRunning && <Spinner />}
            {t('pages.progress', { rows: state.rows.length, pages: state.pages })}
            {state.note !== null && <span className="text-ink-muted">{state.note}</span>}
          </>
        )}
      </span>
    </div>
  )
}
