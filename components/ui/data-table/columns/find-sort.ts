/** The order, written as in addresses (`name`, `-name`), of a column and a direction; undefined where the list has none. */
export function findSort<Sort extends string>(
  sorts: readonly Sort[],
  { name, isDescending }: { name: string; isDescending: boolean },
): Sort | undefined {
  return sorts.find((known) => known === `${isDescending ? '-' : ''}${name}`)
}
