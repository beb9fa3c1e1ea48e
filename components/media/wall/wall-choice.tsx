'use client'

import { ChevronDown, X } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Button, IconButton } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { useTypedText } from '@/lib/browser/typed-text'
import type { MediaKind } from '@/lib/media/schema'
import { mediaKinds } from '@/lib/media/values-model'

/** Filters by types of files; none selected means all. */
export function KindMenu({
  kinds,
  onChange,
}: {
  kinds: readonly MediaKind[]
  onChange: (kinds: readonly MediaKind[]) => void
}) {
  const t = useTranslations('media.wall.kinds')
  const format = useFormatter()
  const names = mediaKinds.filter((kind) => kinds.includes(kind)).map((kind) => t(kind))
  return (
    <Popover
      label={t('label')}
      className="w-56"
      trigger={
        <Button className={names.length > 0 ? 'border-accent! text-accent-ink!' : ''}>
          <span className="max-w-40 truncate">
            {names.length === 0 ? t('any') : format.list(names, { type: 'unit' })}
          </span>
          <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />
        </Button>
      }
    >
      <fieldset className="p-2">
        <legend className="sr-only">{t('legend')}</legend>
        {mediaKinds.map((kind) => (
          <label
            key={kind}
            className="flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm hover:bg-raised"
          >
            <Checkbox
              checked={kinds.includes(kind)}
              onChange={() =>
                onChange(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind])
              }
            />
            {t(kind)}
          </label>
        ))}
      </fieldset>
    </Popover>
  )
}

const typingPauseMs = 300

/** Filters by the text of the question. */
export function QuestionBox({ question, onChange }: { question: string; onChange: (question: string) => void }) {
  const t = useTranslations('media.wall.question')
  const { text, setText } = useTypedText(question, (next) => onChange(next.trim()), typingPauseMs)
  return (
    <span className="relative min-w-36 flex-1 sm:max-w-64">
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('label')}
        placeholder={t('placeholder')}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          setText('')
        }}
        className="field h-8 w-full rounded pe-8 ps-2.5 text-sm placeholder:text-ink-muted"
      />
      {text !== '' && (
        <span className="absolute inset-y-0 end-1 flex items-center">
          <IconButton label={t('clear')} icon={X} size="sm" className="size-6" onClick={() => setText('')} />
        </span>
      )}
    </span>
  )
}
