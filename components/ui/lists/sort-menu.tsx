import { ArrowDownUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Menu, MenuChoice } from '@/components/ui/menu'

/**
 * Chooses the order of a list on phones, where cards have no column headers. `describe` starts with a lowercase letter:
 * "name, A to Z".
 */
export function SortMenu<Sort extends string>({
  value,
  sorts,
  describe,
  onChange,
}: {
  value: Sort
  sorts: readonly Sort[]
  describe: (sort: Sort) => string
  onChange: (sort: Sort) => void
}) {
  const t = useTranslations('common.sort')
  return (
    <span className="sm:hidden">
      <Menu
        trigger={
          <Button size="sm" icon={ArrowDownUp} aria-label={t('chosen', { order: describe(value) })}>
            {t('label')}
          </Button>
        }
      >
        <MenuChoice
          label={t('label')}
          value={value}
          options={sorts.map((sort) => ({
            value: sort,
            label: <span className="first-letter:uppercase">{describe(sort)}</span>,
          }))}
          onChange={onChange}
        />
      </Menu>
    </span>
  )
}
