'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'

/** The most characters that the server accepts. */
const noteCharsMax = 4_000

/** A field for a note, above the buttons, so that the report stays visible. */
export function ReviewQueueNote({
  title,
  action,
  initial,
  onSave,
  onDraft,
  onClose,
  renderExtra,
}: {
  title: string
  action: string
  initial: string
  /** Undefined: nothing was typed, so the note stays unchanged. */
  onSave: (note: string | undefined) => void
  /** Called for every change, so that no text is lost. */
  onDraft: (note: string) => void
  onClose: () => void
  /** More fields, below the text. */
  renderExtra?: (save: () => void) => ReactNode
}) {
  const t = useTranslations('review')
  const id = useId()
  const [text, setText] = useState(initial)
  const [isTouched, setTouched] = useState(false)
  const left = noteCharsMax - text.length
  const save = () => {
    if (left >= 0) onSave(isTouched || initial !== '' ? text.trim() : undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey) save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="border-t border-line bg-surface px-4 py-3 sm:px-6">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {title}
        </label>
        <IconButton size="sm" icon={X} label={t('queue.note.close')} keys="escape" onClick={onClose} />
      </div>
      <textarea
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person opened it with a key or a button
        autoFocus
        rows={2}
        value={text}
        enterKeyHint="send"
        aria-describedby={`${id}-keys`}
        aria-invalid={left < 0}
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        onChange={(event) => {
          setText(event.target.value)
          setTouched(true)
          onDraft(event.target.value)
        }}
        onKeyDown={onKeyDown}
        className="field mt-1 max-h-48 min-h-16 w-full resize-y rounded px-2 py-1.5 text-base sm:text-sm"
      />
      {renderExtra !== undefined && <div className="mt-2">{renderExtra(save)}</div>}
      <div className="mt-2 flex items-center justify-between gap-3">
        <p id={`${id}-keys`} className="text-xs text-ink-muted max-sm:sr-only">
          {t.rich('queue.note.keys', {
            save: () => <Kbd keys="enter" />,
            line: () => <Kbd keys="shift+enter" />,
            close: () => <Kbd keys="escape" />,
          })}
        </p>
        {left < 200 && (
          <p className={left < 0 ? 'text-xs text-bad' : 'text-xs text-ink-muted'}>
            {left < 0 ? t('comments.tooLong', { count: -left }) : t('comments.left', { count: left })}
          </p>
        )}
        <Button variant="primary" disabled={left < 0} onClick={save} className="max-sm:h-11 max-sm:flex-1">
          {action}
        </Button>
      </div>
    </div>
  )
}
