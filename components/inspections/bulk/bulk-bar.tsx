'use client'

import { useQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, ExternalLink, Link as LinkIcon, ListChecks, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import type { AuditId } from '@/lib/ids'
import { inspectionQueries } from '@/lib/inspections/queries'
import { collectIds, copyMax, openTabs, tabsMax, writeLink } from './bulk-actions'
import { allMatching, countSelected, type Selection } from '@/components/inspections/selection/selection'
import { changeSelection, listForeignIds } from '@/components/inspections/selection/selection-store'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'

/** More ids than this do not go into one question to the server. */
const foreignMax = 200

/** What is chosen, exactly, and what can be done with it. It lies over the heads, so that no row moves for it. */
export function BulkBar({
  selection,
  rows,
  filterKey,
  hasBox,
  onClear,
  actions: ownActions,
}: {
  selection: Selection
  rows: InspectionRows
  filterKey: string
  /** The head's box stays free at the left. */
  hasBox: boolean
  onClear: () => void
  /** What else can be done with them, in front of the menu. */
  actions: ReactNode
}) {
  const total = rows.total
  const count = countSelected(selection, total)
  const canExtend =
    total !== null && (selection.kind === 'ids' ? selection.ids.length < total : selection.except.length > 0)
  const selectAll = () => changeSelection(allMatching, filterKey)
  const actions = useActions(selection, rows)
  const about = rows.totalIsExact ? '' : 'about '
  return (
    <div
      role="toolbar"
      aria-label="Selected inspections"
      className={classNames(
        'absolute top-0 right-11 z-10 flex h-9 items-center gap-1 border-b border-line bg-canvas text-sm max-sm:right-0 max-sm:pr-2 max-sm:pl-4',
        hasBox ? 'left-10 max-sm:left-0' : 'left-0',
      )}
    >
      <output className="min-w-0 truncate px-2 tabular-nums max-sm:px-0">
        <span className="font-medium">{describeCount(selection, count, about)}</span>
        <Foreign selection={selection} rows={rows} filterKey={filterKey} />
      </output>
      {canExtend && (
        // Around it: a button's own display would win over `hidden`.
        <span className="hidden @2xl:block">
          <Button size="sm" variant="ghost" onClick={selectAll} className="text-accent-ink">
            Select all {about}
            {formatCount(total)} matching
          </Button>
        </span>
      )}
      <span className="min-w-0 flex-1" />
      {ownActions}
      <Menu trigger={<IconButton label="What to do with them" icon={Ellipsis} size="sm" />}>
        {canExtend && (
          <MenuItem icon={ListChecks} onSelect={selectAll}>
            Select all {about}
            {formatCount(total)} matching
          </MenuItem>
        )}
        <MenuItem icon={Copy} onSelect={actions.copyIds}>
          Copy ids
        </MenuItem>
        <MenuItem icon={LinkIcon} onSelect={actions.copyLinks}>
          Copy links
        </MenuItem>
        <MenuItem icon={ExternalLink} onSelect={actions.open}>
          {count !== null && count > tabsMax ? `Open the first ${tabsMax} in tabs` : 'Open in tabs'}
        </MenuItem>
      </Menu>
      <IconButton label="Clear the selection" icon={X} size="sm" keys="escape" onClick={onClear} />
    </div>
  )
}

/** "37 selected", "All 12,904 matching selected, 2 left out" */
export function describeCount(selection: Selection, count: number | null, about = ''): string {
  if (selection.kind === 'ids') return `${formatCount(selection.ids.length)} selected`
  const left = selection.except.length
  const all = count === null ? 'All matching' : `All ${about}${formatCount(count + left)} matching`
  return left === 0 ? `${all} selected` : `${all} selected, ${formatCount(left)} left out`
}

/** How many of the chosen are not in the list that is shown: they were chosen before a filter changed. */
function Foreign({ selection, rows, filterKey }: { selection: Selection; rows: InspectionRows; filterKey: string }) {
  const foreign = selection.kind === 'ids' ? listForeignIds(filterKey) : []
  const isAskable = foreign.length > 0 && foreign.length <= foreignMax
  const asked = { ...rows.params, q: [...(rows.params.q ?? []), foreign.join(' ')] }
  const { data } = useQuery({ ...inspectionQueries.total(asked), enabled: isAskable })
  if (foreign.length === 0) return null
  if (!isAskable) return <span className="text-ink-muted">, {formatCount(foreign.length)} of them in another list</span>
  if (data?.total === undefined || data.total === null || data.total >= foreign.length) return null
  return <span className="text-ink-muted">, {formatCount(foreign.length - data.total)} of them not in this list</span>
}

function useActions(selection: Selection, rows: InspectionRows) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const count = countSelected(selection, rows.total) ?? 0

  const withIds = async (max: number, use: (ids: readonly AuditId[]) => Promise<void> | void) => {
    setBusy(true)
    try {
      await use(await collectIds(selection, rows.params, { max }))
    } catch (error) {
      toast.show({ tone: 'bad', title: 'That could not be done', description: describeError(error).message })
    } finally {
      setBusy(false)
    }
  }
  const copy = (what: string, write: (id: AuditId) => string) => {
    if (count > copyMax)
      return toast.show({
        tone: 'attention',
        title: `At most ${formatCount(copyMax)} ${what} can be copied`,
        description: `${formatCount(count)} are selected. The export has them all.`,
      })
    void withIds(copyMax, async (ids) => {
      await navigator.clipboard.writeText(ids.map(write).join('\n'))
      toast.show({ tone: 'good', title: `${formatCount(ids.length)} ${what} copied` })
    })
  }
  return {
    isBusy,
    copyIds: () => copy('ids', (id) => id),
    copyLinks: () => copy('links', writeLink),
    open: () =>
      void withIds(tabsMax, (ids) => {
        const opened = openTabs(ids)
        if (opened < ids.length)
          toast.show({
            tone: 'attention',
            title: `Your browser opened ${opened} of ${ids.length} tabs`,
            description: 'Allow pop-ups for this site to open several at once.',
          })
        else if (count > ids.length)
          toast.show({ title: `The first ${ids.length} of ${formatCount(count)} were opened` })
      }),
  }
}
