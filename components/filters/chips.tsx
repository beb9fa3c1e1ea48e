'use client'

import { CircleAlert, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Tip } from '@/components/ui/tooltip'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { classNames } from '@/lib/browser/class-names'
import type { ParamName } from '@/lib/inspections/schema'
import { describeFilter, findKind, type FilterKind, listChipNames, type NameOf } from './filter-texts'
import { searchBoxId } from './search-box'
import type { ListState } from './use-list-state'

/**
 * A chip for every filter that is set. A parameter that the server refused has a chip with the reason, so that it can be
 * removed.
 */
export function Chips({
  state,
  nameOf,
  errors,
  onOpen,
}: {
  state: ListState
  nameOf: NameOf
  errors: Readonly<Record<string, string>>
  /** Opens the panel of a filter. */
  onOpen: (kind: FilterKind) => void
}) {
  const t = useTranslations('filters')
  const list = useRef<HTMLUListElement>(null)
  const style = useTimeStyle()
  const { params } = state
  const refused = (['q', 'sort', 'tz'] as const).filter((name) => params[name] !== undefined && name in errors)
  const names: readonly ParamName[] = [...refused, ...listChipNames(params)]
  if (names.length === 0) return null

  const remove = (name: ParamName) => {
    const next = names[names.indexOf(name) + 1] ?? names[names.indexOf(name) - 1]
    const target =
      next === undefined
        ? document.querySelector<HTMLElement>(`#${searchBoxId}`)
        : list.current?.querySelector<HTMLElement>(`[data-remove="${next}"]`)
    target?.focus()
    state.change({ [name]: null })
  }
  const clear = () => {
    // The button disappears with the chips.
    document.querySelector<HTMLElement>(`#${searchBoxId}`)?.focus()
    state.clear()
  }
  return (
    <div className="flex items-start gap-2">
      <ul
        ref={list}
        aria-label={t('label')}
        className="flex min-w-0 flex-wrap gap-1.5 max-lg:flex-nowrap max-lg:overflow-x-auto"
      >
        {names.map((name) => (
          <Chip
            key={name}
            name={name}
            words={describeFilter(t, name, params[name] ?? [], nameOf, style)}
            error={errors[name]}
            onOpen={onOpen}
            onRemove={() => remove(name)}
          />
        ))}
      </ul>
      <Tip content={t('clearAllKeys')}>
        <Button variant="ghost" size="sm" aria-keyshortcuts="Shift+Escape" onClick={clear}>
          {t('actions.clear')}
        </Button>
      </Tip>
    </div>
  )
}

function Chip({
  name,
  words,
  error,
  onOpen,
  onRemove,
}: {
  name: ParamName
  words: string
  error: string | undefined
  onOpen: (kind: FilterKind) => void
  onRemove: () => void
}) {
  const t = useTranslations('filters')
  const kind = findKind(name)
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
      {kind === null ? (
        <span className="flex min-w-0 items-center gap-1 ps-2">{text}</span>
      ) : (
        <button
          type="button"
          title={isWrong ? error : words}
          onClick={() => onOpen(kind)}
          className="flex h-7 min-w-0 items-center gap-1 rounded-s ps-2 hover:underline hover:underline-offset-2"
        >
          {text}
        </button>
      )}
      <button
        type="button"
        data-remove={name}
        aria-label={t('removeNamed', { filter: words })}
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
