import { afterAll, vi } from 'vitest'

/**
 * Vitest runs this before each test file that shares its process with others (see test-kinds.ts). The file gets our
 * modules as if the process had just started, so no store, cache or instance comes from another file. Only packages
 * stay loaded.
 */

/** The names of what files share: the database server of the tests. */
const keptPrefix = 'sightline.testing.'

vi.resetModules()
for (const key of Object.getOwnPropertySymbols(globalThis)) {
  const name = Symbol.keyFor(key) ?? ''
  if (name.startsWith('sightline.') && !name.startsWith(keptPrefix)) Reflect.deleteProperty(globalThis, key)
}

const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, environment)
})
