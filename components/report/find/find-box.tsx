'use client'

import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/inputs/field'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { Find } from './use-find'

/** Finds text in the report and moves from match to match. */
export function FindBox({ find, isOnScreen, onShowAll }: { find: Find; isOnScreen: boolean; onShowAll: () => void }) {
  const t = useTranslations('report')
  const groups = useTranslations('shell.shortcutGroups')
  const input = useRef<HTMLInputElement>(null)
  useShortcuts(
    isOnScreen
      ? [
          {
            id: 'report.find',
            keys: ['/'],
            label: t('shortcuts.find'),
            group: groups('inspection'),
            inPalette: true,
            run: () => {
              input.current?.focus()
              input.current?.select()
            },
          },
        ]
      : [],
  )
  const { words, count, position, leftOut } = find
  const isSearching = words.trim() !== ''
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-1" aria-label={t('find.label')}>
      <div className="relative">
        <Search
          aria-hidden
          size={14}
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 start-2.5 -translate-y-1/2 text-ink-muted"
        />
        <input
          ref={input}
          type="search"
          value={words}
          onChange={(event) => find.setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') find.jump(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape') find.leave()
            else return
            event.preventDefault()
          }}
          aria-label={t('find.label')}
          aria-keyshortcuts="/"
          placeholder={t('find.label')}
          className={classNames(inputClass, 'w-44 ps-7.5')}
        />
      </div>
      {isSearching && (
        <>
          <span className="min-w-16 px-1 text-sm text-ink-muted tabular-nums" aria-live="polite">
            {count === 0 ? t('find.notFound') : t('find.position', { position: position + 1, count })}
          </span>
          <IconButton
            size="sm"
            icon={ArrowUp}
            label={t('find.previous')}
            disabled={count === 0}
            onClick={() => find.jump(-1)}
          />
          <IconButton
            size="sm"
            icon={ArrowDown}
            label={t('find.next')}
            disabled={count === 0}
            onClick={() => find.jump(1)}
          />
          {leftOut > 0 && (
            <Button size="sm" variant="ghost" onClick={onShowAll}>
              {t('find.actions.showHidden', { count: leftOut })}
            </Button>
          )}
        </>
      )}
    </search>
  )
}
