import { type ComponentType, createElement, type ReactElement, useEffect, useState, useSyncExternalStore } from 'react'
import { addressOf } from '@/lib/base-path'

/** Code that a page loads after its first paint. */
export interface OnDemand<Module> {
  load: () => Promise<void>
  /** Null while the module is not loaded. */
  read: () => Module | null
  subscribe: (listener: () => void) => () => void
}

const early: Array<() => Promise<void>> = []
let hasInput = false

/** Loads all code that was registered as `early`. */
export async function loadEarly(): Promise<void> {
  hasInput = true
  await Promise.allSettled(early.map((load) => load()))
}

if (typeof window !== 'undefined')
  for (const kind of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(kind, () => void loadEarly(), { once: true, passive: true, capture: true })

const probeMs = 2_000

/** Resolves when the console responds: with true if its first response arrived at the first try. */
async function whenReachable(signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    const isThere = await fetch(addressOf('/api/health/live'), { cache: 'no-store' }).then(
      // An unread response would keep its connection open.
      async (answer) => answer.ok && (await answer.text()) !== '',
      () => false,
    )
    if (isThere) return tries === 0
    await new Promise((resolve) => setTimeout(resolve, probeMs))
  }
  return false
}

/**
 * Loads the code when the console is reachable. Fails when the console responds but does not have the code, because it
 * is of another release then.
 */
async function loadPatiently(load: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    try {
      return await load()
    } catch (error) {
      if (await whenReachable(signal)) throw error
    }
}

/**
 * Registers a module to be loaded when a component needs it. With `isEarly`, it is loaded at the first pointer movement
 * or key press: a first visit does not wait for it, and it is ready before somebody can use it. Unlike `React.lazy`, a
 * loaded module is used at once, without a render in between.
 */
export function onDemand<Module>(load: () => Promise<Module>, { isEarly = false } = {}): OnDemand<Module> {
  let arrived: Module | null = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const start = async () => {
    try {
      arrived = await load()
    } catch (error) {
      // The next component that needs the module tries again.
      loading = null
      throw error
    }
    for (const listener of listeners) listener()
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

const none = () => null

/**
 * The module, or null while it is not loaded. `isNeeded` starts loading it, which waits for a console that is down.
 * Throws in render when the console does not have the module, so that the page shows its error and a way to reload.
 */
export function useOnDemand<Module>(code: OnDemand<Module>, isNeeded: boolean): Module | null {
  const loaded = useSyncExternalStore(code.subscribe, code.read, none)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!isNeeded || loaded !== null) return undefined
    const over = new AbortController()
    loadPatiently(code.load, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) setFailure(error)
    })
    return () => over.abort()
  }, [code, isNeeded, loaded])
  if (failure !== null) throw failure
  return loaded
}

/** A component of a module that is loaded when `isNeeded`. Until then it renders nothing. */
export function lateComponent<Module, Props extends object>(
  code: OnDemand<Module>,
  pick: (module: Module) => ComponentType<Props>,
  isNeeded: (props: Props) => boolean = () => true,
) {
  return function Late(props: Props): ReactElement | null {
    const loaded = useOnDemand(code, isNeeded(props))
    return loaded === null ? null : createElement(pick(loaded), props)
  }
}
