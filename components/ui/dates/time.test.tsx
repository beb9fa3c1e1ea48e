import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { WithMessages } from '@/components/testing-root'
import { RenderedAtContext } from '@/lib/browser/now'
import { Time } from './time'

describe('a time', () => {
  it('never shows an event that has just happened as a future event', () => {
    const now = Date.UTC(2026, 10, 20, 12, 0, 4, 900)
    const shown = (at: number) =>
      renderToString(
        <RenderedAtContext value={now}>
          <WithMessages>
            <Time value={new Date(at).toISOString()} format="relative" />
          </WithMessages>
        </RenderedAtContext>,
      ).replaceAll(/<[^>]*>/g, '')
    // The page's clock ticks once a second, so a value can be almost a second ahead of it.
    expect(shown(now + 900)).toBe('now')
    expect(shown(now + 3_600_000)).toBe('in 1 hr')
    expect(shown(now - 3_600_000)).toBe('1 hr ago')
  })
})
