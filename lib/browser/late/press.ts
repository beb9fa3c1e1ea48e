// Kept outside React, because a press can itself make React hydrate its button and replace it, before any handler of the
// button is called.

let isDown = false
const listeners = new Set<() => void>()

const isOnButton = (target: EventTarget | null) => target instanceof Element && target.closest('button') !== null

function change(next: boolean): void {
  if (isDown === next) return
  isDown = next
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined') {
  const options = { passive: true, capture: true }
  // The click follows the release in the same task.
  const release = () => setTimeout(() => change(false))
  window.addEventListener('pointerdown', () => change(true), options)
  for (const kind of ['pointerup', 'pointercancel']) window.addEventListener(kind, release, options)
  window.addEventListener('keydown', ({ key, target }) => key === ' ' && isOnButton(target) && change(true), options)
  for (const kind of ['keyup', 'blur']) window.addEventListener(kind, release, options)
}

/**
 * Whether a pointer is held down, or the space bar on a button. Their click has not happened yet. For
 * `useSyncExternalStore`.
 */
export const press = {
  isDown: () => isDown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
