'use client'

import { CircleHelp, Search, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Popover } from '@/components/ui/popover'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { useTypedText } from '@/lib/browser/typed-text'
import { joinPasted } from './filter-search'
import type { ListState } from './use-list-state'

export const searchBoxId = 'inspection-search'
const typingPauseMs = 200

/** Puts the focus on the rows, where the arrow keys walk. */
function focusRows() {
  document.querySelector<HTMLElement>('[role=grid]')?.focus()
}

/** Words, phrases and ids to look for. */
export function SearchBox({ state, error }: { state: ListState; error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const committed = state.params.q?.join(' ') ?? ''
  // Where Back leads after Enter: typing writes over the address, so the one from before it is put back first.
  const [before, setBefore] = useState<string | null>(null)
  const write = (text: string, history: 'push' | 'replace') =>
    state.change({ q: text.trim() === '' ? null : [text.trim()] }, { history })
  const { text, setText } = useTypedText(
    committed,
    (next) => {
      setBefore(before ?? location.href)
      write(next, 'replace')
    },
    typingPauseMs,
  )
  const enter = () => {
    if (before !== null) history.replaceState(history.state, '', before)
    setBefore(null)
    if (before !== null || text.trim() !== committed) write(text, 'push')
  }
  const empty = () => {
    setText('')
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') enter()
    else if (event.key === 'ArrowDown') focusRows()
    else if (event.key === 'Escape' && event.shiftKey) state.clear()
    else if (event.key === 'Escape' && text !== '') setText('')
    else if (event.key === 'Escape') input.current?.blur()
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    // Lines pasted as they are would run into each other.
    if (!/\S[\r\n\t]+\S/.test(pasted)) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const start = value.slice(0, selectionStart ?? value.length)
    const end = value.slice(selectionEnd ?? value.length)
    const { text: joined, taken, given } = joinPasted(pasted)
    setText([start.trim(), joined, end.trim()].filter((part) => part !== '').join(' '))
    if (taken < given)
      toast.show({
        tone: 'attention',
        title: `The first ${formatCount(taken)} of ${formatCount(given)} are searched`,
        description: 'An address holds no more. Search for the others in a second step.',
      })
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
    <div role="search" className="relative min-w-28 flex-1 xl:max-w-xl">
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-2 left-2 text-ink-muted"
      />
      <input
        ref={input}
        id={searchBoxId}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label="Search inspections"
        aria-keyshortcuts="/"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${searchBoxId}-error`}
        placeholder="Search title, site, author, answers, ids"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => setBefore(null)}
        className={classNames(
          'peer h-8 w-full min-w-0 rounded border border-line-strong bg-surface pr-16 pl-8 text-sm text-ellipsis placeholder:text-ink-muted aria-invalid:border-bad',
          '[&::-webkit-search-cancel-button]:hidden',
        )}
      />
      <span className="absolute inset-y-0 right-1 flex items-center">
        {text === '' ? (
          <span className="mr-1 hidden text-ink-muted lg:flex">
            <Kbd keys="/" />
          </span>
        ) : (
          <IconButton label="Empty the search" icon={X} size="sm" className="size-6" onClick={empty} />
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

const ways = [
  ['forklift leeds', 'both words, anywhere in title, template, site, author, answers or notes'],
  ['"pre start"', 'these words one after another'],
  ['forklift -leeds', 'the first without the second'],
  ['fork*', 'words that begin so'],
  ['audit_1f6e…', 'an id, whole or in part, or a document number'],
  ['Paste a list', 'of ids: one a line, or with commas'],
] as const

function SearchHelp() {
  return (
    <Popover
      label="How to search"
      className="w-96"
      trigger={<IconButton label="How to search" icon={CircleHelp} size="sm" className="size-6" />}
    >
      <div className="p-3">
        <p className="mb-2 font-medium">How to search</p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-sm">
          {ways.map(([example, meaning]) => (
            <div key={example} className="contents">
              <dt className="font-mono text-xs leading-5">{example}</dt>
              <dd className="text-ink-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 border-t border-line pt-2 text-xs text-ink-muted">
          Capitals and accents make no difference. “failed” or a date are words here: use Result and Date to filter.
        </p>
      </div>
    </Popover>
  )
}
