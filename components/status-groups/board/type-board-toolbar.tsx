'use client'

import { Layers, X } from 'lucide-react'
import type { RefObject } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Picker } from '@/components/ui/picker'
import { SearchInput } from '@/components/ui/search-field'
import { Segmented } from '@/components/ui/segmented'
import { formatCount } from '@/lib/browser/numbers'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { listPickerOptions } from './type-board-grid'
import { readChoice } from './type-board-row'
import { countTypeWords, noGroup } from './type-board-words'
import type { TypeBoard } from './use-type-board'

/** Finding types: by words, by whether they have a group or something staged, and by group. */
export function TypeBoardToolbar({ board, grid }: { board: TypeBoard; grid: RefObject<HTMLElement | null> }) {
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
        label="Search types"
        placeholder="Search types and groups"
        shortcut={{ id: 'types:search', label: 'Search types', group: 'Type board' }}
        onEnter={enterGrid}
        onArrowDown={enterGrid}
        className="sm:max-w-72"
      />
      <Segmented
        label="Which types"
        className="w-full sm:w-84"
        value={filter.show}
        options={[
          { value: 'all', label: `All ${formatCount(rows.length)}` },
          { value: 'none', label: `No group ${formatCount(without)}` },
          { value: 'changed', label: `Changed ${formatCount(summary.changed)}` },
        ]}
        onChange={(show) => setFilter({ show })}
      />
      <Picker
        label="Show types of these groups"
        placeholder="Find a group"
        multiple
        options={groups.map(({ groupId, name }) => ({ value: groupId, label: name }))}
        value={filter.groups}
        onChange={(next) => setFilter({ groups: next })}
        trigger={
          <Button icon={Layers} className="max-w-60">
            <span className="truncate">
              {chosen.length === 0
                ? 'Any group'
                : chosen.length === 1
                  ? chosen[0]?.name
                  : `${formatCount(chosen.length)} groups`}
            </span>
          </Button>
        }
      />
      {isFiltered && (
        <Button variant="ghost" onClick={() => setFilter({ q: '', show: 'all', groups: [] })}>
          Show all
        </Button>
      )}
      <output className="ml-auto text-sm text-ink-muted tabular-nums max-sm:hidden">
        {isFiltered ? `${formatCount(shown.length)} of ${countTypeWords(rows.length)}` : countTypeWords(rows.length)}
      </output>
    </div>
  )
}

/** What can be done with the selected types: one group for all of them. */
export function TypeBoardSelection({ board }: { board: TypeBoard }) {
  const { selected, setSelected, rows, groups, refusal, choose, shown } = board
  const chosen = rows.filter(({ type }) => selected.has(type.typeId))
  if (chosen.length === 0) return null
  const inSight = shown.filter(({ type }) => selected.has(type.typeId)).length
  return (
    <div
      role="toolbar"
      aria-label="Selected types"
      className="flex min-h-10 flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-1 text-sm sm:px-6"
    >
      <output className="font-medium tabular-nums">
        {countTypeWords(chosen.length)} selected
        {inSight < chosen.length && `, ${formatCount(chosen.length - inSight)} of them not shown`}
      </output>
      <span className="flex-1" />
      {refusal === null ? (
        <Picker
          label="Group for the selected types"
          placeholder="Find a group"
          options={listPickerOptions(groups)}
          value={[]}
          align="end"
          onChange={([value]) => {
            const to = readChoice(value)
            if (to !== undefined) choose(chosen, to)
          }}
          trigger={
            <Button size="sm" icon={Layers}>
              Assign group…
            </Button>
          }
        />
      ) : (
        <GuardedButton size="sm" icon={Layers} refusal={refusal}>
          Assign group…
        </GuardedButton>
      )}
      {refusal === null && (
        <Button size="sm" onClick={() => choose(chosen, null)}>
          {noGroup}
        </Button>
      )}
      <IconButton label="Clear the selection" icon={X} size="sm" keys="escape" onClick={() => setSelected(new Set())} />
    </div>
  )
}
