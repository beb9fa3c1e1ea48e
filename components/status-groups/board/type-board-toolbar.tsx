'use client'

import { useTranslations } from 'next-intl'
import { Layers, X } from 'lucide-react'
import type { RefObject } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Picker } from '@/components/ui/inputs/picker'
import { SearchInput } from '@/components/ui/inputs/search-field'
import { Segmented } from '@/components/ui/inputs/segmented'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { useGroupOptions } from './type-board-grid'
import { readChoice } from './type-board-row'
import type { TypeBoard } from './use-type-board'

/** Filters types by text, by whether they have a group or a pending change, and by group. */
export function TypeBoardToolbar({ board, grid }: { board: TypeBoard; grid: RefObject<HTMLElement | null> }) {
  const t = useTranslations('statusGroups.board.toolbar')
  const { filter, setFilter, groups, rows, shown, summary } = board
  const enterGrid = () => grid.current?.focus()
  const without = rows.filter(({ now }) => now === null).length
  const chosen = groups.filter(({ groupId }) => filter.groups.includes(groupId))
  const isFiltered = filter.q !== '' || filter.show !== 'all' || filter.groups.length > 0
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-2 sm:px-6">
      <SearchInput
        value={filter.q}
        onChange={(q) => setFilter({ q })}
        label={t('search')}
        placeholder={t('placeholder')}
        shortcut={{ id: 'types:search', label: t('search'), group: t('shortcutGroup') }}
        onEnter={enterGrid}
        onArrowDown={enterGrid}
        className="sm:max-w-72"
      />
      <Segmented
        label={t('show')}
        className="w-full sm:w-84"
        value={filter.show}
        options={[
          { value: 'all', label: t('all', { count: rows.length }) },
          { value: 'none', label: t('noGroup', { count: without }) },
          { value: 'changed', label: t('changed', { count: summary.changed }) },
        ]}
        onChange={(show) => setFilter({ show })}
      />
      <Picker
        label={t('groups')}
        placeholder={t('findGroup')}
        multiple
        options={groups.map(({ groupId, name }) => ({ value: groupId, label: name }))}
        value={filter.groups}
        onChange={(next) => setFilter({ groups: next })}
        trigger={
          <Button icon={Layers} className="max-w-60">
            <span className="truncate">
              {chosen.length === 0
                ? t('anyGroup')
                : chosen.length === 1
                  ? chosen[0]?.name
                  : t('groupCount', { count: chosen.length })}
            </span>
          </Button>
        }
      />
      {isFiltered && (
        <Button variant="ghost" onClick={() => setFilter({ q: '', show: 'all', groups: [] })}>
          {t('actions.showAll')}
        </Button>
      )}
      <output className="ms-auto text-sm text-ink-muted tabular-nums max-sm:hidden">
        {isFiltered ? t('countOf', { shown: shown.length, total: rows.length }) : t('count', { count: rows.length })}
      </output>
    </div>
  )
}

/** The actions for the selected types: one group for all of them. */
export function TypeBoardSelection({ board }: { board: TypeBoard }) {
  const t = useTranslations('statusGroups.board.selection')
  const none = useTranslations('status')('noGroup')
  const { selected, setSelected, rows, groups, refusal, choose, shown } = board
  const options = useGroupOptions(groups)
  const chosen = rows.filter(({ type }) => selected.has(type.typeId))
  if (chosen.length === 0) return null
  const inSight = shown.filter(({ type }) => selected.has(type.typeId)).length
  return (
    <div
      role="toolbar"
      aria-label={t('label')}
      className="flex min-h-10 flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-1 text-sm sm:px-6"
    >
      <output className="font-medium tabular-nums">
        {inSight < chosen.length
          ? t('countHidden', { count: chosen.length, hidden: chosen.length - inSight })
          : t('count', { count: chosen.length })}
      </output>
      <span className="flex-1" />
      {refusal === null ? (
        <Picker
          label={t('group')}
          placeholder={t('findGroup')}
          options={options}
          value={[]}
          align="end"
          onChange={([value]) => {
            const to = readChoice(value)
            if (to !== undefined) choose(chosen, to)
          }}
          trigger={
            <Button size="sm" icon={Layers}>
              {t('actions.assign')}
            </Button>
          }
        />
      ) : (
        <GuardedButton size="sm" icon={Layers} refusal={refusal}>
          {t('actions.assign')}
        </GuardedButton>
      )}
      {refusal === null && (
        <Button size="sm" onClick={() => choose(chosen, null)}>
          {none}
        </Button>
      )}
      <IconButton label={t('clear')} icon={X} size="sm" keys="escape" onClick={() => setSelected(new Set())} />
    </div>
  )
}
