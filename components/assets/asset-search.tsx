'use client'

import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { useTypedText } from '@/lib/browser/typed-text'
import type { AssetState } from './use-asset-state'

const typingPauseMs = 200
const charsMax = 200

/** Words to look for in what the listing has of assets. */
export function AssetSearch({ state }: { state: AssetState }) {
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, flush } = useTypedText(state.filter.q, (next) => state.search(next), typingPauseMs)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') flush()
    else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[role=grid]')?.focus()
    else if (event.key === 'Escape' && text !== '') setText('')
    else if (event.key === 'Escape') input.current?.blur()
    else return
    event.preventDefault()
  }
  useShortcuts([
    {
      id: 'list:search',
      keys: ['/'],
      label: 'Search',
      group: 'List',
      run: () => {
        input.current?.focus()
        input.current?.select()
      },
    },
  ])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- some browsers still in use do not know the tag
    <div role="search" className="relative min-w-40 flex-1 sm:max-w-sm">
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-2 left-2 text-ink-muted"
      />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={charsMax}
        aria-label="Search assets"
        aria-keyshortcuts="/"
        placeholder="Search code, type, site, status"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-8 w-full min-w-0 rounded border border-line-strong bg-surface pr-9 pl-8 text-base text-ellipsis placeholder:text-ink-muted sm:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute inset-y-0 right-1 flex items-center">
        {text === '' ? (
          <span className="mr-1 hidden text-ink-muted lg:flex">
            <Kbd keys="/" />
          </span>
        ) : (
          <IconButton
            label="Empty the search"
            icon={X}
            size="sm"
            className="size-6"
            onClick={() => {
              setText('')
              input.current?.focus()
            }}
          />
        )}
      </span>
    </div>
  )
}
