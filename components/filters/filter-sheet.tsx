'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { type EditorProps, FilterEditor } from './filter-editor'
import { describeFilter, type FilterKind, filterKinds, kindNames } from './filter-texts'

export interface FilterSheetProps extends EditorProps {
  open: FilterKind | 'list' | null
  onOpen: (open: FilterKind | 'list' | null) => void
  /** The number of matches, as text. */
  count: string | null
}

/** The sheet of narrow screens: a list of all filters, or the panel of one. */
export function FilterDialog({ open, onOpen, count, ...editor }: FilterSheetProps) {
  const t = useTranslations('filters')
  const style = useTimeStyle()
  const { state, nameOf } = editor
  const kind = open === 'list' ? null : open
  return (
    <Dialog
      open={open !== null}
      onOpenChange={(isOpen) => !isOpen && onOpen(null)}
      title={kind === null ? t('label') : t(`names.${kind}`)}
      size="md"
      footer={
        <>
          {kind !== null && (
            <Button icon={ChevronLeft} onClick={() => onOpen('list')} className="me-auto">
              {t('sheet.actions.all')}
            </Button>
          )}
          {kind === null && state.isFiltered && (
            <Button variant="ghost" onClick={state.clear} className="me-auto">
              {t('sheet.actions.clearAll')}
            </Button>
          )}
          <Button variant="primary" onClick={() => onOpen(null)}>
            {count === null ? t('sheet.actions.show') : t('sheet.actions.showCounted', { count })}
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
                className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-start hover:bg-raised"
              >
                <span className="font-medium">{t(`names.${other}`)}</span>
                <span className="min-w-0 flex-1 truncate text-end text-sm text-accent-ink">
                  {kindNames[other]
                    .filter((name) => state.params[name] !== undefined)
                    .map((name) => describeFilter(t, name, state.params[name] ?? [], nameOf, style))
                    .join(' · ')}
                </span>
                <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <div className="-m-4">
          <FilterEditor kind={kind} onOpen={onOpen} {...editor} />
        </div>
      )}
    </Dialog>
  )
}
