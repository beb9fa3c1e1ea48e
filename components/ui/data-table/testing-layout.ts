import { vi } from 'vitest'

/** The sizes that a table measures in a test document, which has no layout: a wide screen, 16 rows high. */
export function stubTableLayout(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
}
