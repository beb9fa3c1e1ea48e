'use client'

import { Search, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { useTypedText } from '@/lib/browser/typed-text'
import { IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'

const typingPauseMs = 200

/** The place of the search in the toolbar of a list. It wraps rather than becoming too narrow to type in. */
export const searchPlaceClass = 'flex min-w-56 flex-1 max-sm:basis-full sm:max-w-sm'

/** The name of a field's `/` shortcut in the shortcut sheet and the palette. */
interface SearchShortcut {
  id: string
  label: string
  group: string
}

interface SearchProps {
  value: string
  onChange: (text: string) => void
  label: string
  placeholder: string
  charsMax?: number
  /** Null if `/` does not focus the field. */
  shortcut?: SearchShortcut | null
  /** Moves the focus to the results. */
  onArrowDown?: () => void
  ref?: RefObject<HTMLInputElement | null>
  className?: string
}

/** The search field of a list on the server: like `SearchInput`, but it searches only when typing pauses. */
export function SearchField({ value, onChange, ...rest }: SearchProps) {
  const { text, setText, flush } = useTypedText(value, onChange, typingPauseMs)
  return <SearchInput {...rest} value={text} onChange={setText} onEnter={flush} />
}

/**
 * The search field of a loaded list. `/` focuses it, each letter searches at once, and Escape clears it and then leaves
 * it.
 */
export function SearchInput({
  value,
  onChange,
  label,
  placeholder,
  charsMax = 200,
  shortcut: given,
  onEnter,
  onArrowDown,
  ref,
  className,
}: SearchProps & { onEnter?: () => void }) {
  const t = useTranslations('common')
  const shortcut =
    given === undefined ? { id: 'list:search', label: t('search'), group: t('list.shortcutGroup') } : given
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && onEnter !== undefined) onEnter()
    else if (event.key === 'ArrowDown' && onArrowDown !== undefined) onArrowDown()
    else if (event.key === 'Escape' && value !== '') onChange('')
    else if (event.key === 'Escape') input.current?.blur()
    else return
    event.preventDefault()
  }
  const enter = () => {
    input.current?.focus()
    input.current?.select()
  }
  useShortcuts(shortcut === null ? [] : [{ ...shortcut, keys: ['/'], run: enter }])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- some browsers still in use do not support the tag
    <div role="search" className={classNames('relative min-w-40 flex-1', className ?? 'sm:max-w-sm')}>
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-2 start-2 text-ink-muted"
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
        aria-keyshortcuts={shortcut === null ? undefined : '/'}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="field h-8 w-full min-w-0 rounded pe-9 ps-8 text-base text-ellipsis placeholder:text-ink-muted sm:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' ? (
        <span className="absolute inset-y-0 end-1 flex items-center">
          <IconButton
            label={t('clearSearch')}
            icon={X}
            size="sm"
            className="size-6"
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          />
        </span>
      ) : (
        shortcut !== null && (
          <span className="pointer-events-none absolute inset-y-0 end-2 hidden items-center text-ink-muted lg:flex">
            <Kbd keys="/" />
          </span>
        )
      )}
    </div>
  )
}
