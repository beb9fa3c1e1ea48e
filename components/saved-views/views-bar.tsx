'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Plus, RotateCcw, RotateCw, Save } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, buttonClass, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { arrangeViews, findActiveView, nameKey, numberName, seenByView, type BarView } from '@/lib/saved-views/model'
import { savedViewCalls, savedViewQueries } from '@/lib/saved-views/queries'
import type { SavedView } from '@/lib/saved-views/schema'
import { ConflictDialog, type Conflict } from './conflict-dialog'
import { ImportDialog } from './import-dialog'
import { NameDialog } from './name-dialog'
import { useFit } from './use-fit'
import { useRestoredFocus } from './use-restored-focus'
import { useViewActions } from './use-view-actions'
import { useViewAddress } from './use-view-address'
import { useViewCounts } from './use-view-counts'
import { ViewMenu } from './view-menu'
import { ModifiedDot, ViewTab } from './view-tab'

const emptyBar = { ordered: [], hidden: [] }

type Opened = { kind: 'create'; query: string; name: string } | { kind: 'rename'; view: SavedView } | { kind: 'import' }

/** The views of the list as tabs above it, the active one by the address, and what can be done with them. */
export function ViewsBar() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const address = useViewAddress()
  const { data, error, isPending, isFetching, refetch } = useQuery(savedViewQueries.list())
  const bar = data?.bar ?? emptyBar
  const { shown, hidden } = arrangeViews(data?.views ?? [], bar)
  const all = [...shown, ...hidden]
  const active = findActiveView(all, address.named, address.query)
  const isModified = active !== null && !address.isSame(active.query, seenByView(active, address.query))
  const tabs = active !== null && hidden.includes(active) ? [...shown, active] : shown
  const count = useViewCounts(tabs.map(({ key }) => key))

  const [opened, setOpened] = useState<Opened | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const nav = useRef<HTMLElement>(null)
  const actions = useViewActions(setConflict, useRestoredFocus(nav, data))
  const line = useRef<HTMLDivElement>(null)
  const fits = useFit(line)
  const cut = tabs.slice(fits)

  const arrange = (ordered: readonly string[], hides: readonly string[] = bar.hidden) =>
    actions.arrange({ ordered: [...ordered], hidden: [...hides] })
  const place = (key: string, index: number) => {
    const rest = shown.filter((view) => view.key !== key)
    const view = shown.find((other) => other.key === key)
    if (view === undefined || index < 0 || index > rest.length) return
    arrange([...rest.slice(0, index), view, ...rest.slice(index)].map((each) => each.key))
    announce(`${view.name} is now number ${index + 1} of ${shown.length}`)
  }
  const move = (key: string, by: -1 | 1) => place(key, shown.findIndex((view) => view.key === key) + by)
  const drop = (key: string, onto: string, side: 'before' | 'after') => {
    const rest = shown.filter((view) => view.key !== key)
    place(key, rest.findIndex((view) => view.key === onto) + (side === 'after' ? 1 : 0))
  }
  const startCreating = (query = address.query, name = active === null ? '' : nameCopy(active.name, all)) =>
    setOpened({ kind: 'create', query, name })
  const create = async (view: { name: string; isShared: boolean }, query: string) => {
    const added = await savedViewCalls.create({ ...view, query })
    address.go({ key: added.viewId, query }, 'replace')
    toast.show({ tone: 'good', title: `Saved “${added.name}”` })
    await queryClient.invalidateQueries({ queryKey: savedViewQueries.all })
  }

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

  const stored = active?.stored ?? null
  const maySave = stored?.mayEdit === true
  const isUnnamed = active === null && data !== undefined
  return (
    <nav
      ref={nav}
      aria-label="Saved views"
      className="flex h-9 shrink-0 items-stretch gap-1 border-b border-line px-2 sm:px-4 print:hidden"
    >
      <PhonePicker views={tabs} active={active} isModified={isModified} count={count} onOpen={address.go} />
      <div ref={line} className="hidden h-9 min-w-0 shrink flex-wrap overflow-hidden sm:flex">
        {tabs.map((view, index) => (
          <ViewTab
            key={view.key}
            view={view}
            isActive={view === active}
            isModified={isModified}
            isCut={index >= fits}
            count={count(view.key)}
            onOpen={() => address.go(view)}
            onMove={(by) => move(view.key, by)}
            onDropped={(key, side) => drop(key, view.key, side)}
          />
        ))}
        {isPending && <Skeleton className="mx-2 my-3 h-3 w-20 shrink-0" />}
      </div>
      {cut.length > 0 && (
        <MoreViews views={cut} active={active} isModified={isModified} count={count} onOpen={address.go} />
      )}
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:ml-0">
        {error !== null && data === undefined && (
          <Button variant="ghost" size="sm" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
            Saved views could not be read. Try again
          </Button>
        )}
        {isModified && active !== null && (
          <>
            {maySave && (
              <Button
                size="sm"
                icon={Save}
                busy={actions.isChanging}
                onClick={() => void actions.change(stored, { query: address.query })}
              >
                Save
              </Button>
            )}
            <Button
              size="sm"
              icon={Plus}
              onClick={() => startCreating()}
              className={classNames(maySave && 'max-sm:hidden')}
            >
              Save as
            </Button>
            <IconButton
              size="sm"
              icon={RotateCcw}
              label={`Reset to “${active.name}”`}
              onClick={() => address.go(active)}
            />
          </>
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
          onDelete={(view) => {
            actions.remove(view)
            // What it showed stays on screen, without a name.
            address.go({ key: 'all', query: address.query }, 'replace')
          }}
          onMove={move}
          onHide={(key) => arrange(bar.ordered, [...bar.hidden, key])}
          onUnhide={(key) =>
            arrange(
              bar.ordered,
              bar.hidden.filter((other) => other !== key),
            )
          }
          onImport={() => setOpened({ kind: 'import' })}
        />
      </div>
      {opened?.kind === 'create' && (
        <NameDialog
          title="Save view"
          action="Save view"
          initialName={opened.name}
          mayShare={data?.mayShare === true}
          onSave={(view) => create(view, opened.query)}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'rename' && (
        <NameDialog
          title="Rename view"
          action="Rename"
          initialName={opened.view.name}
          mayShare={false}
          onSave={async ({ name }) => {
            if (name !== opened.view.name) await actions.change(opened.view, { name }, 'throws')
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'import' && <ImportDialog onClose={() => setOpened(null)} />}
      {conflict !== null && (
        <ConflictDialog
          conflict={conflict}
          onKeep={() => {
            setConflict(null)
            if (conflict.change.query !== undefined)
              address.go({ key: conflict.stored.viewId, query: conflict.stored.query })
          }}
          onReplace={() => {
            setConflict(null)
            void actions.change(conflict.stored, conflict.change)
          }}
          onCopy={
            conflict.change.query === undefined
              ? null
              : () => {
                  setConflict(null)
                  startCreating(conflict.change.query, nameCopy(conflict.seen.name, all))
                }
          }
        />
      )}
    </nav>
  )
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
