'use client'

import { CircleAlert, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'

export interface FilterChip {
  key: string
  /** "Site: Leeds" */
  text: string
  /** Why the server refused the filter. */
  error?: string | undefined
  /** Opens the filter. */
  onOpen?: (() => void) | undefined
  onRemove: () => void
}

/** A chip for every filter that is set. The button that removes all of them comes last. */
export function FilterChips({
  chips,
  clearLabel,
  clearTip,
  onClear,
  className,
}: {
  chips: readonly FilterChip[]
  clearLabel: string
  /** Names the shortcut that also clears the filters. */
  clearTip?: string
  onClear: () => void
  className?: string
}) {
  const t = useTranslations('common.list')
  const list = useRef<HTMLUListElement>(null)
  if (chips.length === 0) return null
  // The buttons disappear with the last chip, so the focus moves to the search of the list.
  const focusSearch = () =>
    (list.current?.closest('header, section') ?? document).querySelector<HTMLElement>('input[type=search]')?.focus()
  const remove = (index: number) => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]')
    const next = buttons?.[index + 1] ?? buttons?.[index - 1]
    if (next === undefined) focusSearch()
    else next.focus()
    chips[index]?.onRemove()
  }
  const clear = (
    <Button
      variant="ghost"
      size="sm"
      className="shrink-0"
      aria-keyshortcuts={clearTip === undefined ? undefined : 'Shift+Escape'}
      onClick={() => {
        focusSearch()
        onClear()
      }}
    >
      {clearLabel}
    </Button>
  )
  return (
    <div className={classNames('flex min-w-0 items-start gap-2', className)}>
      <ul
        ref={list}
        aria-label={t('filters')}
        className="flex min-w-0 flex-wrap gap-1.5 max-lg:flex-nowrap max-lg:overflow-x-auto"
      >
        {chips.map((chip, index) => (
          <Chip key={chip.key} chip={chip} onRemove={() => remove(index)} />
        ))}
      </ul>
      {clearTip === undefined ? clear : <Tip content={clearTip}>{clear}</Tip>}
    </div>
  )
}

function Chip({ chip: { text: words, error, onOpen }, onRemove }: { chip: FilterChip; onRemove: () => void }) {
  const t = useTranslations('common.list')
  const isWrong = error !== undefined
  const text = (
    <>
      {isWrong && <CircleAlert aria-hidden size={14} strokeWidth={2} className="shrink-0" />}
      <span className={classNames('truncate', isWrong && 'max-w-1/2 shrink-0')}>{words}</span>
      {isWrong && <span className="truncate text-xs">{error}</span>}
    </>
  )
  return (
    <li
      className={classNames(
        'inline-flex h-7 max-w-[min(32rem,80vw)] min-w-0 shrink-0 items-center rounded text-sm',
        isWrong ? 'bg-bad-soft text-bad' : 'bg-accent-soft text-accent-ink',
      )}
    >
      {onOpen === undefined ? (
        <span className="flex min-w-0 items-center gap-1 ps-2">{text}</span>
      ) : (
        <button
          type="button"
          title={isWrong ? error : words}
          onClick={onOpen}
          className="flex h-7 min-w-0 items-center gap-1 rounded-s ps-2 hover:underline hover:underline-offset-2"
        >
          {text}
        </button>
      )}
      <button
        type="button"
        data-remove
        aria-label={t('removeFilter', { filter: words })}
        onClick={onRemove}
        className={classNames(
          'flex size-7 shrink-0 items-center justify-center rounded',
          isWrong ? 'hover:bg-bad/15' : 'hover:bg-accent/15',
        )}
      >
        <X aria-hidden size={14} />
      </button>
    </li>
  )
}

/** Chips in a toolbar that wraps, as its last line. */
export const chipLineClass = 'order-last basis-full'

/** The chips of values that are chosen in the filters of columns. */
export function useValueChips() {
  const t = useTranslations('common.picker')
  return ({
    id,
    label,
    chosen,
    nameOf,
    onChange,
    onOpen,
  }: {
    /** Identifies the filter. */
    id: string
    label: string
    chosen: readonly string[]
    nameOf: (value: string) => string
    onChange: (chosen: string[]) => void
    onOpen?: () => void
  }): FilterChip[] =>
    chosen.map((value) => ({
      key: `${id} ${value}`,
      text: t('chosen', { label, value: nameOf(value) }),
      onOpen,
      onRemove: () => onChange(chosen.filter((other) => other !== value)),
    }))
}
