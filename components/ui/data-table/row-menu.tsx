'use client'

import { Ban, ExternalLink, Link as LinkIcon, ListFilter } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import { MenuAt, MenuGroup, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { CellFilter } from './table-types'
import { fullAddress } from '@/lib/browser/own-address'

/** The place where the menu opens: at the pointer, or at a row. */
export interface RowMenuPlace {
  position: number
  /** The column under the pointer; null for the whole row, when the menu is opened by keyboard. */
  columnId: string | null
  anchor: { getBoundingClientRect: () => DOMRect }
}

/** The menu of a row: filters by its values, opens it in a new tab, or copies its link. */
export default function RowMenu({
  name,
  href,
  values,
  place,
  focusAfter,
  onClose,
}: {
  name: string
  href: Route | null
  values: ReadonlyArray<{ id: string; label: string; filter: CellFilter }>
  place: RowMenuPlace
  focusAfter: () => HTMLElement | null
  onClose: () => void
}) {
  const t = useTranslations('shell.table.rowMenu')
  const toast = useToast()
  const link = href === null ? null : fullAddress(href)
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast.show({ tone: 'good', title: t('copied') }),
      () => toast.show({ tone: 'bad', title: t('notCopied'), description: text }),
    )
  return (
    <MenuAt anchor={place.anchor} label={t('label', { name })} focusAfter={focusAfter} onClose={onClose}>
      {values.map(({ id, label, filter }) => (
        <MenuGroup key={id} label={label}>
          <MenuItem icon={ListFilter} onSelect={filter.include}>
            <span className="truncate">{t('include', { value: filter.label })}</span>
          </MenuItem>
          {filter.exclude !== undefined && (
            <MenuItem icon={Ban} onSelect={filter.exclude}>
              <span className="truncate">{t('exclude', { value: filter.label })}</span>
            </MenuItem>
          )}
        </MenuGroup>
      ))}
      {link !== null && (
        <MenuGroup label={name}>
          <MenuItem icon={ExternalLink} onSelect={() => void window.open(link, '_blank', 'noopener')}>
            {t('newTab')}
          </MenuItem>
          <MenuItem icon={LinkIcon} onSelect={() => copy(link)}>
            {t('copyLink')}
          </MenuItem>
        </MenuGroup>
      )}
    </MenuAt>
  )
}
