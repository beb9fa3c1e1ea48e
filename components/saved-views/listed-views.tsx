'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/lib/browser/button-class'
import { Menu, MenuItem } from '@/components/ui/menu'
import { classNames } from '@/lib/browser/class-names'
import type { BarView } from '@/lib/saved-views/model'
import { ModifiedDot } from './view-tab'

export interface ListedProps {
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
      <span className="shrink-0 ps-4 text-xs text-ink-muted tabular-nums">{count(view.key)?.text}</span>
    </MenuItem>
  ))
}

/** The views that do not fit in the line. The button shows the name of the active one. */
export function MoreViews({ views, active, isModified, count, onOpen }: ListedProps) {
  const t = useTranslations('savedViews.bar')
  const isActiveHere = active !== null && views.includes(active)
  return (
    <Menu
      align="start"
      className="max-w-80"
      trigger={
        <button
          type="button"
          aria-label={
            isActiveHere
              ? t('moreThanNamed', { name: active.name, count: views.length - 1 })
              : t('moreViews', { count: views.length })
          }
          className={classNames(
            '-mb-px hidden h-9 max-w-52 shrink-0 items-center gap-1 border-b-2 px-2 text-sm sm:inline-flex',
            isActiveHere
              ? 'border-accent font-medium text-ink'
              : 'border-transparent text-ink-muted hover:border-line-strong hover:text-ink',
          )}
        >
          <span className="truncate">{isActiveHere ? active.name : t('more', { count: views.length })}</span>
          {isActiveHere && isModified && <ModifiedDot />}
          <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
        </button>
      }
    >
      <ListedViews views={views} active={active} count={count} onOpen={onOpen} />
    </Menu>
  )
}

/** The views of a phone, in a menu. */
export function PhonePicker({ views, active, isModified, count, onOpen }: ListedProps) {
  const t = useTranslations('savedViews.bar')
  return (
    <div className="flex min-w-0 items-center sm:hidden">
      <Menu
        align="start"
        className="max-w-[calc(100vw-2rem)] min-w-64"
        trigger={
          <button type="button" className={buttonClass('ghost', 'sm', 'min-w-0 shrink px-2 text-ink')}>
            <span className="sr-only">{t('view')}</span>
            <span className="truncate">{active?.name ?? t('noView')}</span>
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
