'use client'

import { useQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, ExternalLink, Link as LinkIcon, ListChecks, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { describeError } from '@/lib/browser/describe-error'
import type { AuditId } from '@/lib/ids'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { Translator } from '@/lib/messages/translator'
import { collectIds, copyMax, openTabs, tabsMax, writeLink } from './bulk-actions'
import { allMatching, countSelected, type Selection } from '@/components/inspections/selection/selection'
import { changeSelection, listForeignIds } from '@/components/inspections/selection/selection-store'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'

/** The most ids that one request can ask for. */
const foreignMax = 200

/** The number of selected inspections and their actions. It covers the column headers, so that no row moves. */
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
  /** The checkbox of the header stays visible. */
  hasBox: boolean
  onClear: () => void
  /** Actions in front of the menu. */
  actions: ReactNode
}) {
  const t = useTranslations('inspections')
  const total = rows.total
  const count = countSelected(selection, total)
  const canExtend =
    total !== null && (selection.kind === 'ids' ? selection.ids.length < total : selection.except.length > 0)
  const selectAll = () => changeSelection(allMatching, filterKey)
  const actions = useActions(selection, rows)
  const selectionText = useTranslations('inspections.selection')
  const selectAllText =
    total === null
      ? ''
      : t(rows.totalIsExact ? 'selection.actions.all' : 'selection.actions.allAbout', { count: total })
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className={classNames(
        'absolute top-0 end-11 z-10 flex h-9 items-center gap-1 border-b border-line bg-canvas text-sm max-sm:end-0 max-sm:pe-2 max-sm:ps-4',
        hasBox ? 'start-10 max-sm:start-0' : 'start-0',
      )}
    >
      <output className="min-w-0 truncate px-2 tabular-nums max-sm:px-0">
        <span className="font-medium">{describeCount(selectionText, selection, count, rows.totalIsExact)}</span>
        <Foreign selection={selection} rows={rows} filterKey={filterKey} />
      </output>
      {canExtend && (
        // On a wrapper, because a button's own display would override `hidden`.
        <span className="hidden @2xl:block">
          <Button size="sm" variant="ghost" onClick={selectAll} className="text-accent-ink">
            {selectAllText}
          </Button>
        </span>
      )}
      <span className="min-w-0 flex-1" />
      {ownActions}
      <Menu trigger={<IconButton label={t('bulk.menu')} icon={Ellipsis} size="sm" />}>
        {canExtend && (
          <MenuItem icon={ListChecks} onSelect={selectAll}>
            {selectAllText}
          </MenuItem>
        )}
        <MenuItem icon={Copy} onSelect={actions.copyIds}>
          {t('bulk.actions.copyIds')}
        </MenuItem>
        <MenuItem icon={LinkIcon} onSelect={actions.copyLinks}>
          {t('bulk.actions.copyLinks')}
        </MenuItem>
        <MenuItem icon={ExternalLink} onSelect={actions.open}>
          {count !== null && count > tabsMax ? t('bulk.actions.openFirst', { count: tabsMax }) : t('bulk.actions.open')}
        </MenuItem>
      </Menu>
      <IconButton label={t('selection.actions.clear')} icon={X} size="sm" keys="escape" onClick={onClear} />
    </div>
  )
}

/** "37 selected", "All 12,904 matching selected, 2 excluded" */
export function describeCount(
  t: Translator<'inspections.selection'>,
  selection: Selection,
  count: number | null,
  isExact = true,
): string {
  if (selection.kind === 'ids') return t('some', { count: selection.ids.length })
  const except = selection.except.length
  return t('all', {
    count: (count ?? 0) + except,
    precision: count === null ? 'unknown' : isExact ? 'exact' : 'about',
    except,
  })
}

/** The number of selected inspections that are not in this list: they were selected before a filter changed. */
function Foreign({ selection, rows, filterKey }: { selection: Selection; rows: InspectionRows; filterKey: string }) {
  const t = useTranslations('inspections.selection')
  const foreign = selection.kind === 'ids' ? listForeignIds(filterKey) : []
  const isAskable = foreign.length > 0 && foreign.length <= foreignMax
  const asked = { ...rows.params, q: [...(rows.params.q ?? []), foreign.join(' ')] }
  const { data } = useQuery({ ...inspectionQueries.total(asked), enabled: isAskable })
  if (foreign.length === 0) return null
  if (!isAskable) return <span className="text-ink-muted"> · {t('otherList', { count: foreign.length })}</span>
  if (data?.total === undefined || data.total === null || data.total >= foreign.length) return null
  return <span className="text-ink-muted"> · {t('notInList', { count: foreign.length - data.total })}</span>
}

function useActions(selection: Selection, rows: InspectionRows) {
  const t = useTranslations('inspections.bulk')
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const count = countSelected(selection, rows.total) ?? 0

  const withIds = async (max: number, use: (ids: readonly AuditId[]) => Promise<void> | void) => {
    setBusy(true)
    try {
      await use(await collectIds(selection, rows.params, { max }))
    } catch (error) {
      toast.show({ tone: 'bad', title: t('failed'), description: describeError(error).message })
    } finally {
      setBusy(false)
    }
  }
  const copy = (what: 'ids' | 'links', write: (id: AuditId) => string) => {
    if (count > copyMax)
      return toast.show({
        tone: 'attention',
        title: t(`tooMany.${what}`, { max: copyMax }),
        description: t('tooMany.text', { count }),
      })
    void withIds(copyMax, async (ids) => {
      await navigator.clipboard.writeText(ids.map(write).join('\n'))
      toast.show({ tone: 'good', title: t(`copied.${what}`, { count: ids.length }) })
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
            title: t('blocked.title', { opened, count: ids.length }),
            description: t('blocked.text'),
          })
        else if (count > ids.length) toast.show({ title: t('openedFirst', { opened: ids.length, count }) })
      }),
  }
}
