'use client'

import { Rows3 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Menu, MenuChoice } from '@/components/ui/menu'

const noGroup = ''

/** Chooses the column by which rows are grouped. */
export function GroupMenu({
  address: { group, setGroup },
  columns,
  size = 'sm',
}: {
  address: { group: string | null; setGroup: (id: string | null) => void }
  columns: ReadonlyArray<{ id: string; label: string }>
  /** That of the buttons beside it. */
  size?: 'sm' | 'md'
}) {
  const t = useTranslations('shell.table.records')
  const label = columns.find(({ id }) => id === group)?.label
  return (
    <Menu
      trigger={
        <Button
          size={size}
          icon={Rows3}
          className={label === undefined ? 'max-lg:px-2' : 'border-line-strong'}
          aria-label={label === undefined ? t('group') : t('groupedBy', { column: label })}
        >
          <span className="max-lg:sr-only">{label === undefined ? t('group') : t('groupedBy', { column: label })}</span>
        </Button>
      }
    >
      <MenuChoice
        label={t('groupBy')}
        value={group ?? noGroup}
        options={[
          { value: noGroup, label: t('ungrouped') },
          ...columns.map(({ id, label: name }) => ({ value: id, label: name })),
        ]}
        onChange={(next) => setGroup(next === noGroup ? null : next)}
      />
    </Menu>
  )
}
