import { vi } from 'vitest'

/** What a table measures, in a document without a layout: a wide screen, 16 rows high. */
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
