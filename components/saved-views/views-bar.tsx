'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, RotateCcw, RotateCw, Save } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { arrangeViews, findActiveView, nameKey, numberName, seenByView, type BarView } from '@/lib/saved-views/model'
import { savedViewCalls, savedViewQueries } from '@/lib/saved-views/queries'
import type { SavedView } from '@/lib/saved-views/schema'
import type { Conflict } from './conflict-dialog'
import { type ListedProps, MoreViews, PhonePicker } from './listed-views'
import { useFit } from './use-fit'
import { useRestoredFocus } from './use-restored-focus'
import { useStartNames } from './use-start-names'
import { useViewActions } from './use-view-actions'
import { useViewAddress } from './use-view-address'
import { useViewCounts } from './use-view-counts'
import { orderViews } from './view-order'
import type { OpenedDialog } from './view-dialogs'
import { ViewMenu } from './view-menu'
import { ViewTab } from './view-tab'
import { type ViewsOf, ViewsContext, useViewsOf } from './views-of'

const dialogCode = onDemand(() => import('./view-dialogs'), { isEarly: true })

/** The dialogs of the bar. */
const ViewDialogs = lateComponent(
  dialogCode,
  (loaded) => loaded.ViewDialogs,
  ({ opened, conflict }) => opened !== null || conflict !== null,
)

const emptyBar = { ordered: [], hidden: [] }

/**
 * The saved views of a list as tabs above it. The address decides which one is active.
 * @param isInset whether the bar is inside the margins of the page, and not part of its header
 */
export function ViewsBar({ list = 'inspections', countOf, isInset = false }: Partial<ViewsOf> & { isInset?: boolean }) {
  return (
    <ViewsContext value={{ list, countOf }}>
      <Bar isInset={isInset} />
    </ViewsContext>
  )
}

const barClass = 'flex h-9 shrink-0 items-stretch gap-1 border-b print:hidden'
const wideClass = 'border-line px-2 sm:px-4'
const insetClass = '-mx-2 border-transparent'

function Bar({ isInset }: { isInset: boolean }) {
  const t = useTranslations('savedViews')
  const shortcutGroup = useTranslations('shell.shortcutGroups')('list')
  const address = useViewAddress()
  const { list } = useViewsOf()
  const { data, error, isPending, isFetching, refetch } = useQuery(savedViewQueries.list(list))
  const bar = data?.bar ?? emptyBar
  const { shown, hidden } = arrangeViews(data?.views ?? [], bar, useStartNames(), list)
  const all = [...shown, ...hidden]
  const active = findActiveView(all, address.named, address.query, list)
  const isModified = active !== null && !address.isSame(active.query, seenByView(active, address.query, list))
  const tabs = active !== null && hidden.includes(active) ? [...shown, active] : shown
  const count = useViewCounts(tabs)

  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const nav = useRef<HTMLElement>(null)
  const actions = useViewActions(setConflict, useRestoredFocus(nav, data))
  const order = orderViews(shown, bar, actions.arrange, t)
  const startCreating = (query = address.query, name = active === null ? '' : nameCopy(active.name, all)) =>
    setOpened({ kind: 'create', query, name })
  const create = useCreateView()

  useShortcuts([
    {
      id: 'view:save',
      keys: [],
      label: t('bar.actions.saveList'),
      group: shortcutGroup,
      inPalette: data !== undefined,
      run: () => startCreating(),
    },
  ])

  const isUnnamed = active === null && data !== undefined
  const listed: ListedProps = { views: tabs, active, isModified, count, onOpen: address.go }
  return (
    <nav ref={nav} aria-label={t('title')} className={classNames(barClass, isInset ? insetClass : wideClass)}>
      <PhonePicker {...listed} />
      <ViewTabs {...listed} isPending={isPending} onMove={order.move} onDrop={order.drop} />
      <div className="ms-auto flex shrink-0 items-center gap-1 sm:ms-0">
        {error !== null && data === undefined && (
          <Button variant="ghost" size="sm" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
            {t('bar.actions.reload')}
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
            {t('bar.actions.saveView')}
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
            // The list stays on screen as it is.
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

/** The actions of a view whose filters were changed in the address. */
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
  const t = useTranslations('savedViews.bar')
  const common = useTranslations('common')
  const { stored } = active
  return (
    <>
      {stored?.mayEdit === true && (
        <Button size="sm" icon={Save} busy={isSaving} onClick={() => onSave(stored)}>
          {common('save')}
        </Button>
      )}
      <Button
        size="sm"
        icon={Plus}
        onClick={onSaveAs}
        className={classNames(stored?.mayEdit === true && 'max-sm:hidden')}
      >
        {t('actions.saveAs')}
      </Button>
      <IconButton size="sm" icon={RotateCcw} label={t('reset', { name: active.name })} onClick={onReset} />
    </>
  )
}

/**
 * Saves a view and opens it.
 * @throws the error of the server if it refuses the view
 */
function useCreateView() {
  const t = useTranslations('savedViews')
  const queryClient = useQueryClient()
  const toast = useToast()
  const address = useViewAddress()
  const { list } = useViewsOf()
  return async (view: { name: string; isShared: boolean }, query: string) => {
    const added = await savedViewCalls.create({ list, ...view, query })
    address.go({ key: added.viewId, query }, 'replace')
    toast.show({ tone: 'good', title: t('saved', { name: added.name }) })
    await queryClient.invalidateQueries({ queryKey: savedViewQueries.all })
  }
}

/** A name for a copy of a view that no view of the bar has. */
function nameCopy(name: string, views: readonly BarView[]): string {
  return numberName(name, new Set(views.map((view) => nameKey(view.name))))
}

/** The views in one line, and a menu with the ones that do not fit. */
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
