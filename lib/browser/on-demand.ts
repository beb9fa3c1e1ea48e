import { type ComponentType, createElement, type ReactElement, useEffect, useState, useSyncExternalStore } from 'react'
import { addressOf } from '@/lib/base-path'
import type { OnDemand } from './late/late-code'

export { loadEarly, onDemand } from './late/late-code'

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
async function loadPatiently(load: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    try {
      await load()
      return
    } catch (error) {
      if (await whenReachable(signal)) throw error
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

/** A component of a module that is loaded when `isNeeded`. Until then it renders `placeholder`. */
export function lateComponent<Module, Props extends object>(
  code: OnDemand<Module>,
  pick: (module: Module) => ComponentType<Props>,
  isNeeded: (props: Props) => boolean = () => true,
  placeholder: ReactElement | null = null,
) {
  return function Late(props: Props): ReactElement | null {
    const loaded = useOnDemand(code, isNeeded(props))
    return loaded === null ? placeholder : createElement(pick(loaded), props)
  }
}
