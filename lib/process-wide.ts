/**
 * One value per process. Next loads modules several times (instrumentation, handlers and pages each have a copy), so a
 * module variable would exist several times; `globalThis` exists once.
 */
export function processWide<Value>(name: string, create: () => Value): Value {
  const key = Symbol.for(`sightline.${name}`)
  const shared = globalThis as unknown as Record<symbol, Value | undefined>
  const existing = shared[key]
  if (existing !== undefined) return existing
  const value = create()
  shared[key] = value
  return value
}
