import { ArrowDownUp } from 'lucide-react'
import { Button } from './button'
import { Menu, MenuChoice } from './menu'

/** The order of a list on phones, where cards have no column heads. `describe` begins in lower case: "name, A to Z". */
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
  return (
    <span className="sm:hidden">
      <Menu
        trigger={
          <Button size="sm" icon={ArrowDownUp} aria-label={`Sorted ${describe(value)}`}>
            Sort
          </Button>
        }
      >
        <MenuChoice
          label="Sort"
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
