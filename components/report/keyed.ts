/** Gives each element a unique key from its content, not its position. Damaged documents contain duplicates. */
export function keyed<Value>(
  values: readonly Value[],
  name: (value: Value) => string,
): Array<{ key: string; value: Value }> {
  const seen = new Map<string, number>()
  return values.map((value) => {
    const base = name(value)
    const count = (seen.get(base) ?? 0) + 1
    seen.set(base, count)
    return { key: count === 1 ? base : `${base}~${count}`, value }
  })
}
