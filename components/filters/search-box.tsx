'use client'

import { Search, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { SearchHelp } from './search-help'
import type { ListState } from './use-list-state'
import { useSearchText } from './use-search-text'

const searchBoxId = 'inspection-search'

/** The search of the list: words, phrases and ids. */
export function SearchBox({ state, error }: { state: ListState; error: string | undefined }) {
  const t = useTranslations('filters.search')
  const group = useTranslations('shell.shortcutGroups')('list')
  const { input, text, setText, empty, onKeyDown, onPaste, onBlur } = useSearchText(state)
  useShortcuts([
    {
      id: 'list:search',
      keys: ['/'],
      label: t('actions.search'),
      group,
      run: () => {
        input.current?.focus()
        input.current?.select()
      },
    },
  ])

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- some browsers still in use do not know the tag
    <div role="search" className="relative min-w-28 flex-1 xl:max-w-xl">
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-2 start-2 text-ink-muted"
      />
      <input
        ref={input}
        id={searchBoxId}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label={t('label')}
        aria-keyshortcuts="/"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${searchBoxId}-error`}
        placeholder={t('placeholder')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={onBlur}
        className={classNames(
          'field peer h-8 w-full min-w-0 rounded pe-16 ps-8 text-sm text-ellipsis placeholder:text-ink-muted',
          '[&::-webkit-search-cancel-button]:hidden',
        )}
      />
      <span className="absolute inset-y-0 end-1 flex items-center">
        {text === '' ? (
          <span className="me-1 hidden text-ink-muted lg:flex">
            <Kbd keys="/" />
          </span>
        ) : (
          <IconButton label={t('actions.clear')} icon={X} size="sm" className="size-6" onClick={empty} />
        )}
        <SearchHelp />
      </span>
      {error !== undefined && (
        <span id={`${searchBoxId}-error`} className="sr-only">
          {error}
        </span>
      )}
    </div>
  )
}
