'use client'

import { ChevronDown, ListFilter, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/lib/browser/button-class'
import { Popover } from '@/components/ui/popover'
import { hidden } from '@/components/ui/rich-text'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { EditorProps } from './filter-editor'
import type { FilterSheetProps } from './filter-sheet'
import { countKind, type FilterKind, filterKinds, promotedKinds } from './filter-texts'
import type { ListState } from './use-list-state'

const code = onDemand(() => import('./filter-editor'), { isEarly: true })

/** The content of a panel. */
const Editor = lateComponent(code, (parts) => parts.FilterEditor)

const FilterDialog = lateComponent(
  onDemand(() => import('./filter-sheet'), { isEarly: true }),
  (parts) => parts.FilterDialog,
  ({ open }) => open !== null,
)

const widths: Readonly<Record<FilterKind, string>> = {
  template: 'w-96',
  site: 'w-80',
  author: 'w-80',
  result: 'w-72',
  review: 'w-64',
  media: 'w-56',
  date: 'w-[44rem]',
  more: 'w-[27rem]',
}
const keysOf: Readonly<Record<FilterKind, string>> = {
  template: 'f t',
  site: 'f s',
  author: 'f a',
  result: 'f r',
  review: 'f v',
  media: 'f p',
  date: 'f d',
  more: 'f m',
}

const isPromoted = (kind: FilterKind) => promotedKinds.some((promoted) => promoted === kind)

/** A button for each kind of filter. Its panel opens below it. */
export function FilterButtons({
  open,
  onOpen,
  ...editor
}: EditorProps & { open: FilterKind | null; onOpen: (kind: FilterKind | null) => void }) {
  const t = useTranslations('filters')
  return (
    <fieldset className="hidden shrink-0 gap-1.5 lg:flex">
      <legend className="sr-only">{t('filterBy')}</legend>
      {filterKinds.map((kind) => {
        const isSet = countKind(editor.state.params, kind) > 0
        const isShown = kind === 'more' || isPromoted(kind) || isSet || open === kind
        if (!isShown) return null
        return (
          <Popover
            key={kind}
            label={t(`panels.${kind}`)}
            align={kind === 'more' || kind === 'date' || kind === 'author' ? 'end' : 'start'}
            className={widths[kind]}
            open={open === kind}
            onOpenChange={(isOpen) => onOpen(isOpen ? kind : null)}
            trigger={
              <button
                type="button"
                aria-label={isSet ? t('active', { name: t(`names.${kind}`) }) : undefined}
                className={buttonClass('secondary', 'md', isSet ? 'border-accent! px-2! text-accent-ink!' : 'px-2!')}
              >
                {kind === 'more' && <Plus aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />}
                {t(`names.${kind}`)}
                {kind !== 'more' && <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />}
              </button>
            }
          >
            <Editor kind={kind} onOpen={onOpen} {...editor} />
          </Popover>
        )
      })}
    </fieldset>
  )
}

/** Shortcuts that open the panels. */
export function useFilterKeys(state: ListState, onOpen: (kind: FilterKind) => void): void {
  const t = useTranslations('filters')
  const group = useTranslations('shell.shortcutGroups')('filter')
  useShortcuts([
    ...filterKinds.map((kind) => ({
      id: `filter:${kind}`,
      keys: [keysOf[kind]],
      label: t(`panels.${kind}`),
      group,
      inPalette: true,
      run: () => onOpen(kind),
    })),
    {
      id: 'filter:clear',
      keys: ['shift+escape'],
      label: t('actions.clearAll'),
      group,
      inPalette: state.isFiltered,
      run: state.clear,
    },
  ])
}

/** All filters behind one button, for narrow screens. `open` is the open panel, or the list of panels. */
export function FilterSheet(props: FilterSheetProps) {
  const t = useTranslations('filters')
  const { state, onOpen } = props
  const set = filterKinds.reduce((sum, kind) => sum + countKind(state.params, kind), 0)
  return (
    <>
      <Button icon={ListFilter} onClick={() => onOpen('list')} className="px-2 lg:hidden">
        <span className="max-[23rem]:sr-only">{t('label')}</span>
        {set > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs text-accent-on tabular-nums">
            {t.rich('activeCount', { count: set, hidden })}
          </span>
        )}
      </Button>
      <FilterDialog {...props} />
    </>
  )
}

/** The filter that is open. Its panel is a sheet on narrow screens, otherwise a popover of its button. */
interface OpenFilter {
  kind: FilterKind | 'list'
  isSheet: boolean
}

/** Which filter is open, for `FilterPanels`. */
export function useFilterPanel() {
  const [panel, setPanel] = useState<OpenFilter | null>(null)
  const open = (kind: FilterKind) => setPanel({ kind, isSheet: !matchMedia('(width >= 64rem)').matches })
  return { panel, setPanel, open }
}

/** The filters of a list of inspections: buttons with panels, or a sheet on narrow screens. */
export function FilterPanels({
  panel,
  setPanel,
  count = null,
  ...editor
}: EditorProps & Pick<ReturnType<typeof useFilterPanel>, 'panel' | 'setPanel'> & { count?: string | null }) {
  return (
    <>
      <FilterButtons
        {...editor}
        open={panel === null || panel.isSheet || panel.kind === 'list' ? null : panel.kind}
        onOpen={(kind) => setPanel(kind === null ? null : { kind, isSheet: false })}
      />
      <FilterSheet
        {...editor}
        open={panel?.isSheet === true ? panel.kind : null}
        onOpen={(kind) => setPanel(kind === null ? null : { kind, isSheet: true })}
        count={count}
      />
    </>
  )
}
