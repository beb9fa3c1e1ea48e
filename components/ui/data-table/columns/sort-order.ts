import type { Sort } from '@/components/ui/data-table/table-types'

/** Splits an order of an address into its parts: `-name` is descending. */
export function readOrder<Name extends string>(order: Name | `-${Name}`): { name: Name; isDescending: boolean } {
  const isDescending = order.startsWith('-')
  // The cast is safe, because an order is a name, with or without a minus before it.
  return { name: (isDescending ? order.slice(1) : order) as Name, isDescending }
}

/** Writes an order in the form of addresses. */
export const writeOrder = ({ name, isDescending }: Sort): string => `${isDescending ? '-' : ''}${name}`

/** The order by a column in a direction, in the form of addresses; undefined if the list does not support it. */
export function findSort<Order extends string>(orders: readonly Order[], sort: Sort): Order | undefined {
  return orders.find((known) => known === writeOrder(sort))
}
