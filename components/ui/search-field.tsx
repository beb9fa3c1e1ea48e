'use client'

import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { useTypedText } from '@/lib/browser/typed-text'
import { IconButton } from './button'
import { Kbd } from './kbd'

const typingPauseMs = 200

/** The search of a list: `/` leads to it, what is typed counts when typing pauses, Escape empties and leaves it. */
export function SearchField({
  value,
  onChange,
  label,
  placeholder,
  charsMax = 200,
  onArrowDown,
  className,
}: {
  value: string
  onChange: (text: string) => void
  label: string
  placeholder: string
  charsMax?: number
  /** Puts the focus on what was found. */
  onArrowDown?: () => void
  className?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, flush } = useTypedText(value, onChange, typingPauseMs)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') flush()
    else if (event.key === 'ArrowDown' && onArrowDown !== undefined) onArrowDown()
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
    <div role="search" className={classNames('relative min-w-40 flex-1', className ?? 'sm:max-w-sm')}>
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
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
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
