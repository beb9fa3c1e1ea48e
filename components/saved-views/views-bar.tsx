'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Plus, RotateCcw, RotateCw, Save } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, buttonClass, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { arrangeViews, findActiveView, nameKey, numberName, seenByView, type BarView } from '@/lib/saved-views/model'
import { savedViewCalls, savedViewQueries } from '@/lib/saved-views/queries'
import type { SavedView } from '@/lib/saved-views/schema'
import type { Conflict } from './conflict-dialog'
import { useFit } from './use-fit'
import { useRestoredFocus } from './use-restored-focus'
import { useViewActions } from './use-view-actions'
import { useViewAddress } from './use-view-address'
import { useViewCounts } from './use-view-counts'
import { orderViews } from './view-order'
import { ViewDialogs, type OpenedDialog } from './view-dialogs'
import { ViewMenu } from './view-menu'
import { ModifiedDot, ViewTab } from './view-tab'

const emptyBar = { ordered: [], hidden: [] }

/** The views of the list as tabs above it, the active one by the address, and what can be done with them. */
export function ViewsBar() {
  const address = useViewAddress()
  const { data, error, isPending, isFetching, refetch } = useQuery(savedViewQueries.list())
  const bar = data?.bar ?? emptyBar
  const { shown, hidden } = arrangeViews(data?.views ?? [], bar)
  const all = [...shown, ...hidden]
  const active = findActiveView(all, address.named, address.query)
  const isModified = active !== null && !address.isSame(active.query, seenByView(active, address.query))
  const tabs = active !== null && hidden.includes(active) ? [...shown, active] : shown
  const count = useViewCounts(tabs.map(({ key }) => key))

  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const nav = useRef<HTMLElement>(null)
  const actions = useViewActions(setConflict, useRestoredFocus(nav, data))
  const order = orderViews(shown, bar, actions.arrange)
  const startCreating = (query = address.query, name = active === null ? '' : nameCopy(active.name, all)) =>
    setOpened({ kind: 'create', query, name })
  const create = useCreateView()

  useShortcuts([
    {
      id: 'view:save',
      keys: [],
      label: 'Save the list as a view',
      group: 'List',
      inPalette: data !== undefined,
      run: () => startCreating(),
    },
  ])

  const isUnnamed = active === null && data !== undefined
  const listed: ListedProps = { views: tabs, active, isModified, count, onOpen: address.go }
  return (
    <nav
      ref={nav}
      aria-label="Saved views"
      className="flex h-9 shrink-0 items-stretch gap-1 border-b border-line px-2 sm:px-4 print:hidden"
    >
      <PhonePicker {...listed} />
      <ViewTabs {...listed} isPending={isPending} onMove={order.move} onDrop={order.drop} />
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:ml-0">
        {error !== null && data === undefined && (
          <Button variant="ghost" size="sm" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
            Saved views could not be read. Try again
          </Button>
        )}
        {isModified && active !== null && (
          <ChangedActions
            active={active}
            isSaving={actions.isChanging}
            onSave={(view) => void actions.change(view, { query: address.query })}
            onSaveAs={() => startCreating()}
            onReset={() => address.go(active)}
          />
        )}
        {isUnnamed && (
          <Button variant="ghost" size="sm" icon={Plus} onClick={() => startCreating()}>
            Save view
          </Button>
        )}
        <ViewMenu
          active={active}
          shown={shown}
          hidden={hidden}
          mayShare={data?.mayShare === true}
          onCreate={() => startCreating()}
          onRename={(view) => setOpened({ kind: 'rename', view })}
          onShare={(view, isShared) => void actions.change(view, { isShared })}
          onChoosePeople={(view) => setOpened({ kind: 'share', view })}
          onDelete={(view) => {
            actions.remove(view)
            // What it showed stays on screen, without a name.
            address.go({ key: 'all', query: address.query }, 'replace')
          }}
          onMove={order.move}
          onHide={order.hide}
          onUnhide={order.unhide}
          onImport={() => setOpened({ kind: 'import' })}
        />
      </div>
      <ViewDialogs
        opened={opened}
        conflict={conflict}
        mayShare={data?.mayShare === true}
        onCreate={create}
        onRename={(view, name) => actions.change(view, { name }, 'throws')}
        onShare={(view, sharing) => actions.change(view, sharing, 'throws')}
        onKeepStored={({ viewId, query }) => address.go({ key: viewId, query })}
        onReplace={({ stored, change }) => void actions.change(stored, change)}
        onCopy={({ seen }, query) => startCreating(query, nameCopy(seen.name, all))}
        onCloseDialog={() => setOpened(null)}
        onCloseConflict={() => setConflict(null)}
      />
    </nav>
  )
}

/** What can be done with a view whose filters were changed in the address. */
function ChangedActions({
  active,
  isSaving,
  onSave,
  onSaveAs,
  onReset,
}: {
  active: BarView
  isSaving: boolean
  onSave: (view: SavedView) => void
  onSaveAs: () => void
  onReset: () => void
}) {
  const { stored } = active
  return (
    <>
      {stored?.mayEdit === true && (
        <Button size="sm" icon={Save} busy={isSaving} onClick={() => onSave(stored)}>
          Save
        </Button>
      )}
      <Button
        size="sm"
        icon={Plus}
        onClick={onSaveAs}
        className={classNames(stored?.mayEdit === true && 'max-sm:hidden')}
      >
        Save as
      </Button>
      <IconButton size="sm" icon={RotateCcw} label={`Reset to “${active.name}”`} onClick={onReset} />
    </>
  )
}

/** Saves a view and opens it. @throws what the console answered when it refused */
function useCreateView() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const address = useViewAddress()
  return async (view: { name: string; isShared: boolean }, query: string) => {
    const added = await savedViewCalls.create({ ...view, query })
    address.go({ key: added.viewId, query }, 'replace')
    toast.show({ tone: 'good', title: `Saved “${added.name}”` })
    await queryClient.invalidateQueries({ queryKey: savedViewQueries.all })
  }
}

/** A name for another view like this one, which none in the bar has. */
function nameCopy(name: string, views: readonly BarView[]): string {
  return numberName(name, new Set(views.map((view) => nameKey(view.name))))
}

interface ListedProps {
  views: readonly BarView[]
  active: BarView | null
  isModified: boolean
  count: (key: string) => { text: string } | undefined
  onOpen: (view: BarView) => void
}

function ListedViews({ views, active, count, onOpen }: Omit<ListedProps, 'isModified'>) {
  return views.map((view) => (
    <MenuItem key={view.key} onSelect={() => onOpen(view)}>
      <span className={classNames('min-w-0 flex-1 truncate', view === active && 'font-medium text-accent-ink')}>
        {view.name}
      </span>
      <span className="shrink-0 pl-4 text-xs text-ink-muted tabular-nums">{count(view.key)?.text}</span>
    </MenuItem>
  ))
}

/** The views in one line, and a menu with those that do not fit. */
function ViewTabs({
  views,
  active,
  isModified,
  count,
  onOpen,
  isPending,
  onMove,
  onDrop,
}: ListedProps & {
  isPending: boolean
  onMove: (key: string, by: -1 | 1) => void
  onDrop: (key: string, onto: string, side: 'before' | 'after') => void
}) {
  const line = useRef<HTMLDivElement>(null)
  const fits = useFit(line)
  const cut = views.slice(fits)
  return (
    <>
      <div ref={line} className="hidden h-9 min-w-0 shrink flex-wrap overflow-hidden sm:flex">
        {views.map((view, index) => (
          <ViewTab
            key={view.key}
            view={view}
            isActive={view === active}
            isModified={isModified}
            isCut={index >= fits}
            count={count(view.key)}
            onOpen={() => onOpen(view)}
            onMove={(by) => onMove(view.key, by)}
            onDropped={(key, side) => onDrop(key, view.key, side)}
          />
        ))}
        {isPending && <Skeleton className="mx-2 my-3 h-3 w-20 shrink-0" />}
      </div>
      {cut.length > 0 && (
        <MoreViews views={cut} active={active} isModified={isModified} count={count} onOpen={onOpen} />
      )}
    </>
  )
}

/** Those that do not fit beside the others. The active one stays in sight by its name. */
function MoreViews({ views, active, isModified, count, onOpen }: ListedProps) {
  const isActiveHere = active !== null && views.includes(active)
  return (
    <Menu
      align="start"
      className="max-w-80"
      trigger={
        <button
          type="button"
          aria-label={
            isActiveHere ? `${active.name}, and ${views.length - 1} more views` : `${views.length} more views`
          }
          className={classNames(
            '-mb-px hidden h-9 max-w-52 shrink-0 items-center gap-1 border-b-2 px-2 text-sm sm:inline-flex',
            isActiveHere
              ? 'border-accent font-medium text-ink'
              : 'border-transparent text-ink-muted hover:border-line-strong hover:text-ink',
          )}
        >
          <span className="truncate">{isActiveHere ? active.name : `${views.length} more`}</span>
          {isActiveHere && isModified && <ModifiedDot />}
          <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
        </button>
      }
    >
      <ListedViews views={views} active={active} count={count} onOpen={onOpen} />
    </Menu>
  )
}

function PhonePicker({ views, active, isModified, count, onOpen }: ListedProps) {
  return (
    <div className="flex min-w-0 items-center sm:hidden">
      <Menu
        align="start"
        className="max-w-[calc(100vw-2rem)] min-w-64"
        trigger={
          <button type="button" className={buttonClass('ghost', 'sm', 'min-w-0 shrink px-2 text-ink')}>
            <span className="sr-only">View:</span>
            <span className="truncate">{active?.name ?? 'No view'}</span>
            {isModified && <ModifiedDot />}
            {active !== null && (
              <span className="shrink-0 text-xs font-normal text-ink-muted tabular-nums">
                {count(active.key)?.text}
              </span>
            )}
            <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
          </button>
        }
      >
        <ListedViews views={views} active={active} count={count} onOpen={onOpen} />
      </Menu>
    </div>
  )
}
