'use client'

import { ChevronDown, ChevronLeft, ChevronRight, ListFilter } from 'lucide-react'
import { Button, buttonClass } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Popover } from '@/components/ui/popover'
import { useTimeStyle } from '@/lib/browser/preferences-context'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { InspectionPage } from '@/lib/inspections/schema'
import { DateEditor } from './date-editor'
import { FacetEditor } from './facet-editor'
import { MoreEditor } from './filter-more'
import {
  countKind,
  describeFilter,
  type FilterKind,
  filterKinds,
  kindLabels,
  kindNames,
  type NameOf,
} from './filter-words'
import type { ListState } from './use-list-state'

interface EditorProps {
  state: ListState
  nameOf: NameOf
  resolved: InspectionPage['resolved'] | undefined
  errors: Readonly<Record<string, string>>
}

function Editor({ kind, state, nameOf, resolved, errors }: EditorProps & { kind: FilterKind }) {
  if (kind === 'date') return <DateEditor state={state} resolved={resolved} errors={errors} />
  if (kind === 'more') return <MoreEditor state={state} errors={errors} />
  return <FacetEditor facet={kind} state={state} nameOf={nameOf} />
}

const panelNames: Readonly<Record<FilterKind, string>> = {
  template: 'Filter by template',
  site: 'Filter by site',
  author: 'Filter by author',
  result: 'Filter by result',
  date: 'Filter by date',
  more: 'More filters',
}
const widths: Readonly<Record<FilterKind, string>> = {
  template: 'w-96',
  site: 'w-80',
  author: 'w-80',
  result: 'w-72',
  date: 'w-96',
  more: 'w-[27rem]',
}
const keysOf: Readonly<Record<FilterKind, string>> = {
  template: 'f t',
  site: 'f s',
  author: 'f a',
  result: 'f r',
  date: 'f d',
  more: 'f m',
}

/** One button for each kind of filter, whose panel opens under it. */
export function FilterButtons({
  open,
  onOpen,
  ...editor
}: EditorProps & { open: FilterKind | null; onOpen: (kind: FilterKind | null) => void }) {
  return (
    <fieldset className="hidden shrink-0 gap-1.5 lg:flex">
      <legend className="sr-only">Filter by</legend>
      {filterKinds.map((kind) => {
        const isSet = countKind(editor.state.params, kind) > 0
        return (
          <Popover
            key={kind}
            label={panelNames[kind]}
            align={kind === 'more' || kind === 'date' ? 'end' : 'start'}
            className={widths[kind]}
            open={open === kind}
            onOpenChange={(isOpen) => onOpen(isOpen ? kind : null)}
            trigger={
              <button
                type="button"
                aria-label={isSet ? `${kindLabels[kind]}, set` : undefined}
                className={buttonClass('secondary', 'md', isSet ? 'border-accent! px-2! text-accent-ink!' : 'px-2!')}
              >
                {kindLabels[kind]}
                <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />
              </button>
            }
          >
            <Editor kind={kind} {...editor} />
          </Popover>
        )
      })}
    </fieldset>
  )
}

/** Keys that open the panels. */
export function useFilterKeys(state: ListState, onOpen: (kind: FilterKind) => void): void {
  useShortcuts([
    ...filterKinds.map((kind) => ({
      id: `filter:${kind}`,
      keys: [keysOf[kind]],
      label: panelNames[kind],
      group: 'Filter',
      inPalette: true,
      run: () => onOpen(kind),
    })),
    {
      id: 'filter:clear',
      keys: ['shift+escape'],
      label: 'Clear all filters',
      group: 'Filter',
      inPalette: state.isFiltered,
      run: state.clear,
    },
  ])
}

/** All filters behind one button, where there is no room for one each. `open` is the panel, or the list of them. */
export function FilterSheet({
  open,
  onOpen,
  count,
  ...editor
}: EditorProps & {
  open: FilterKind | 'list' | null
  onOpen: (open: FilterKind | 'list' | null) => void
  /** What the filters leave, in words. */
  count: string | null
}) {
  const style = useTimeStyle()
  const { state, nameOf } = editor
  const set = filterKinds.reduce((sum, kind) => sum + countKind(state.params, kind), 0)
  const kind = open === 'list' ? null : open
  return (
    <>
      <Button icon={ListFilter} onClick={() => onOpen('list')} className="px-2 lg:hidden">
        <span className="max-[23rem]:sr-only">Filters</span>
        {set > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs text-accent-on tabular-nums">
            {set}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      <Dialog
        open={open !== null}
        onOpenChange={(isOpen) => !isOpen && onOpen(null)}
        title={kind === null ? 'Filters' : kindLabels[kind]}
        size="md"
        footer={
          <>
            {kind !== null && (
              <Button icon={ChevronLeft} onClick={() => onOpen('list')} className="mr-auto">
                All filters
              </Button>
            )}
            {kind === null && state.isFiltered && (
              <Button variant="ghost" onClick={state.clear} className="mr-auto">
                Clear all
              </Button>
            )}
            <Button variant="primary" onClick={() => onOpen(null)}>
              {count === null ? 'Show the list' : `Show ${count}`}
            </Button>
          </>
        }
      >
        {kind === null ? (
          <ul className="-m-4">
            {filterKinds.map((other) => (
              <li key={other} className="border-b border-line last:border-0">
                <button
                  type="button"
                  onClick={() => onOpen(other)}
                  className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left hover:bg-raised"
                >
                  <span className="font-medium">{kindLabels[other]}</span>
                  <span className="min-w-0 flex-1 truncate text-right text-sm text-accent-ink">
                    {kindNames[other]
                      .filter((name) => state.params[name] !== undefined)
                      .map((name) => describeFilter(name, state.params[name] ?? [], nameOf, style))
                      .join(' · ')}
                  </span>
                  <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <div className="-m-4">
            <Editor kind={kind} {...editor} />
          </div>
        )}
      </Dialog>
    </>
  )
}
