'use client'

import { ChevronDown, X } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { useTypedText } from '@/lib/browser/typed-text'
import type { MediaKind } from '@/lib/media/schema'

const kindLabels: ReadonlyArray<readonly [MediaKind, string]> = [
  ['image', 'Photos'],
  ['video', 'Videos'],
  ['pdf', 'PDFs'],
  ['file', 'Other files'],
  ['unknown', 'Without a type'],
]

/** Which kinds of files; none chosen means all. */
export function KindMenu({
  kinds,
  onChange,
}: {
  kinds: readonly MediaKind[]
  onChange: (kinds: readonly MediaKind[]) => void
}) {
  const names = kindLabels.filter(([kind]) => kinds.includes(kind)).map(([, label]) => label)
  return (
    <Popover
      label="Filter by kind of file"
      className="w-56"
      trigger={
        <Button className={names.length > 0 ? 'border-accent! text-accent-ink!' : ''}>
          <span className="max-w-40 truncate">{names.length === 0 ? 'Kind' : names.join(', ')}</span>
          <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />
        </Button>
      }
    >
      <fieldset className="p-2">
        <legend className="sr-only">Kinds of files</legend>
        {kindLabels.map(([kind, label]) => (
          <label
            key={kind}
            className="flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm hover:bg-raised"
          >
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={() =>
                onChange(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind])
              }
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Popover>
  )
}

const typingPauseMs = 300

/** Files of questions with these words. */
export function QuestionBox({ question, onChange }: { question: string; onChange: (question: string) => void }) {
  const { text, setText } = useTypedText(question, (next) => onChange(next.trim()), typingPauseMs)
  return (
    <span className="relative min-w-36 flex-1 sm:max-w-64">
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label="Question"
        placeholder="Question holds…"
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          setText('')
        }}
        className="h-8 w-full rounded border border-line-strong bg-surface pr-8 pl-2.5 text-sm placeholder:text-ink-muted"
      />
      {text !== '' && (
        <span className="absolute inset-y-0 right-1 flex items-center">
          <IconButton label="Empty the question" icon={X} size="sm" className="size-6" onClick={() => setText('')} />
        </span>
      )}
    </span>
  )
}
