'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { startsWords } from '@/components/ui/inputs/picker-option'
import { classNames } from '@/lib/browser/class-names'
import { personNameQueries } from '@/lib/people/names-queries'
import { findTypedMention } from '@/lib/review/comments-model'
import type { Mention } from '@/lib/review/comments-schema'
import { commentCharsMax, mentionsMax } from '@/lib/review/values-model'
import { MentionOptions } from './mention-options'
import type { CommentDraft } from './drafts'

const shownMax = 6

/** Replaces what was typed after `@` with the chosen name. Returns the new draft and the new position of the caret. */
function addMention(draft: CommentDraft, { userId, name }: Mention, { from, to }: { from: number; to: number }) {
  const written = `@${name} `
  const others = draft.mentioned.filter((other) => other.userId !== userId).slice(-(mentionsMax - 1))
  return {
    text: draft.text.slice(0, from) + written + draft.text.slice(to),
    mentioned: [...others, { userId, name }],
    place: from + written.length,
  }
}

/** A text field that suggests people after `@`. Ctrl or Cmd with Enter calls `onSend`, Escape calls `onEscape`. */
export function CommentField({
  label,
  draft,
  autoFocus = false,
  onChange,
  onSend,
  onEscape,
}: {
  label: string
  draft: CommentDraft
  autoFocus?: boolean
  onChange: (draft: CommentDraft) => void
  onSend: () => void
  onEscape?: () => void
}) {
  const t = useTranslations('review.comments')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const typed = caret === null ? null : findTypedMention(draft.text, caret)
  const { data } = useQuery({ ...personNameQueries.list(), enabled: typed !== null })
  const found = typed === null ? [] : (data?.people ?? []).filter(({ name }) => startsWords(name, typed.query))
  const options = found.slice(0, shownMax)
  const isOpen = options.length > 0
  const active = Math.min(at, options.length - 1)
  const left = commentCharsMax - draft.text.length

  const placed = useRef<number | null>(null)
  // Moves the caret once the text is in the field and before the next key. Otherwise the next words could be split.
  useLayoutEffect(() => {
    if (placed.current !== null) field.current?.setSelectionRange(placed.current, placed.current)
    placed.current = null
  })
  const choose = (person: Mention | undefined) => {
    if (person === undefined || typed === null || caret === null) return
    const { place, ...next } = addMention(draft, person, { from: typed.at, to: caret })
    onChange(next)
    setCaret(null)
    placed.current = place
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
    else if (isOpen && key === 'ArrowDown') setAt((active + 1) % options.length)
    else if (isOpen && key === 'ArrowUp') setAt((active + options.length - 1) % options.length)
    else if (isOpen && (key === 'Enter' || key === 'Tab')) choose(options[active])
    else if (isOpen && key === 'Escape') setCaret(null)
    else if (key === 'Escape' && onEscape !== undefined) onEscape()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person opened it with a button
        autoFocus={autoFocus}
        // One line until a person writes, so that the failures below stay on the first screen.
        rows={draft.text === '' ? 1 : 2}
        value={draft.text}
        placeholder={t('placeholder', { label })}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        aria-invalid={left < 0}
        onChange={(event) => {
          onChange({ ...draft, text: event.target.value })
          setCaret(event.target.selectionStart)
          setAt(0)
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
        className="field block max-h-60 min-h-9 w-full resize-y rounded px-2 py-1.5 text-base sm:text-sm"
      />
      {isOpen && <MentionOptions id={id} options={options} active={active} onChoose={choose} />}
      {left < 200 && (
        <p className={classNames('mt-1 text-xs', left < 0 ? 'text-bad' : 'text-ink-muted')}>
          {left < 0 ? t('tooLong', { count: -left }) : t('left', { count: left })}
        </p>
      )}
    </div>
  )
}
