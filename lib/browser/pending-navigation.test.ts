// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Starts over with the address, as Next does, unless the state is one of its own. */
const startOver = vi.fn<(address: string) => void>()
/** The browser's own methods, which Next's patch below calls. */
const own = {
  pushState: history.pushState.bind(history),
  replaceState: history.replaceState.bind(history),
}

let noteNavigation: (href: string) => void
beforeEach(async () => {
  vi.resetModules()
  ;({ noteNavigation } = await import('./pending-navigation'))
  startOver.mockClear()
  own.replaceState({ __NA: true, tree: 'list' }, '', '/list')
  const patch =
    (write: History['pushState']): History['pushState'] =>
    (data: { __NA?: boolean } | null, unused, url) => {
      if (data?.__NA === true) return write(data, unused, url)
      startOver(String(url))
      return write({ ...history.state, ...data }, unused, url)
    }
  history.pushState = patch(own.pushState)
  history.replaceState = patch(own.replaceState)
})
afterEach(() => vi.useRealTimers())

describe('an address that the current page writes', () => {
  it('reaches Next when no other page is awaited', () => {
    noteNavigation('/list?sort=name')
    history.replaceState(null, '', '/list?q=a')
    expect(startOver.mock.calls).toEqual([['/list?q=a']])
  })

  it('goes into the history alone while another page is awaited', () => {
    noteNavigation('/asset')
    history.replaceState(null, '', '/list?q=a')
    history.pushState(null, '', '/list?q=b')
    expect(startOver).not.toHaveBeenCalled()
    expect([location.search, history.state]).toEqual(['?q=b', { __NA: true, tree: 'list' }])
  })

  it('reaches Next again once the other page is there', () => {
    noteNavigation('/asset')
    history.pushState({ __NA: true, tree: 'asset' }, '', '/asset')
    expect(history.state).toEqual({ __NA: true, tree: 'asset' })
    history.replaceState(null, '', '/asset?tab=a')
    expect(startOver.mock.calls).toEqual([['/asset?tab=a']])
  })

  it('reaches Next again if the navigation ended on the same page', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    noteNavigation('/moved')
    vi.advanceTimersByTime(10_001)
    history.replaceState(null, '', '/list?q=a')
    expect(startOver).toHaveBeenCalledOnce()
  })

  it('reaches Next when the person chose to stay', () => {
    noteNavigation('/asset')
    noteNavigation('/list')
    history.replaceState(null, '', '/list?q=a')
    expect(startOver).toHaveBeenCalledOnce()
  })
})
