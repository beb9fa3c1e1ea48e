// Apart from the hooks, because server components import it with queries.

/** Code that a page loads after its first paint. */
export interface OnDemand<Module> {
  load: () => Promise<Module>
  /** Null while the module is not loaded. */
  read: () => Module | null
  subscribe: (listener: () => void) => () => void
}

const early: Array<() => Promise<unknown>> = []
let hasInput = false

/** Loads all code that was registered as `early`. */
export async function loadEarly(): Promise<void> {
  hasInput = true
  await Promise.allSettled(early.map((load) => load()))
}

if (typeof window !== 'undefined')
  for (const kind of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(kind, () => void loadEarly(), { once: true, passive: true, capture: true })

/**
 * Registers a module to be loaded when a component needs it. With `isEarly`, it is loaded at the first pointer movement
 * or key press: a first visit does not wait for it, and it is ready before somebody can use it. Unlike `React.lazy`, a
 * loaded module is used at once, without a render in between.
 */
export function onDemand<Module>(load: () => Promise<Module>, { isEarly = false } = {}): OnDemand<Module> {
  let arrived: Module | null = null
  let loading: Promise<Module> | null = null
  const listeners = new Set<() => void>()
  const start = async () => {
    let loaded: Module
    try {
      loaded = await load()
    } catch (error) {
      // The next component that needs the module tries again.
      loading = null
      throw error
    }
    arrived = loaded
    for (const listener of listeners) listener()
    return loaded
  }
  const loadOnce = () => (loading ??= start())
  if (isEarly) {
    early.push(loadOnce)
    if (hasInput) void loadOnce().catch(() => {})
  }
  return {
    load: loadOnce,
    read: () => arrived,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
