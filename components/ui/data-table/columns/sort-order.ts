import type { Sort } from '@/components/ui/data-table/table-types'

/** An order as addresses have it, in its parts: `-name` is descending. */
export function readOrder<Name extends string>(order: Name | `-${Name}`): { name: Name; isDescending: boolean } {
  const isDescending = order.startsWith('-')
  // Cast: an order is a name, or a name after a minus.
  return { name: (isDescending ? order.slice(1) : order) as Name, isDescending }
}

/** An order as addresses have it. */
export const writeOrder = ({ name, isDescending }: Sort): string => `${isDescending ? '-' : ''}${name}`

/** The order of a column and a direction, as addresses have it; undefined where the list has none. */
export function findSort<Order extends string>(orders: readonly Order[], sort: Sort): Order | undefined {
  return orders.find((known) => known === writeOrder(sort))
}
