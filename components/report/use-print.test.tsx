// @vitest-environment jsdom
import { act, useRef } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { press } from '@/components/inspections/testing-list'
import { MissingPictures } from './print-note'
import { usePrint } from './use-print'

let root: Root
let printed: number

function Page({ isReady = true }: { isReady?: boolean }) {
  const page = useRef<HTMLDivElement>(null)
  const print = usePrint(page, { label: 'Print the report', group: 'Inspection', isReady })
  return (
    <div ref={page}>
      <MissingPictures print={print} />
      <button type="button" onClick={print.start}>
        {print.isPreparing ? 'Preparing' : 'Print'}
      </button>
      {/* oxlint-disable-next-line next/no-img-element -- what the report has */}
      <img alt="" src="/one" loading="lazy" />
      {/* oxlint-disable-next-line next/no-img-element -- the same */}
      <img alt="" src="/two" loading="lazy" />
      <details id="folded">more</details>
      <details id="opened" open>
        more
      </details>
    </div>
  )
}

const pictures = () => [...document.querySelectorAll('img')]
const words = () => document.body.textContent ?? ''
const fold = (id: string) => document.querySelector<HTMLDetailsElement>(`#${id}`)?.open
const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const start = () => act(async () => document.querySelector('button')?.click())
const notify = (name: string, target: EventTarget | undefined = window) =>
  act(async () => void target.dispatchEvent(new Event(name)))
const show = (element = <Page />) => act(async () => root.render(element))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  printed = 0
  // Like in browsers, it returns when the dialog is closed.
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'))
    printed += 1
    paper = words()
    window.dispatchEvent(new Event('afterprint'))
  })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
/** The text on the page at the time it was printed. */
let paper = ''

const folded = () => document.querySelector('ul')?.getAttribute('hidden')
/** Like a collapsed entry of a repeated group, whose attribute is set without React. */
const foldEntry = () => {
  const list = document.createElement('ul')
  list.setAttribute('hidden', 'until-found')
  document.querySelector('details')?.before(list)
}

describe('the print button', () => {
  it('prints only when every picture has loaded or failed', async () => {
    await show()
    await start()
    expect(words()).toContain('Preparing')
    expect(pictures().map(({ loading }) => loading)).toEqual(['eager', 'eager'])
    const [one, two] = pictures()
    Object.defineProperty(one, 'complete', { value: true })
    await notify('load', one)
    await wait(5_000)
    expect(printed).toBe(0)
    Object.defineProperty(two, 'complete', { value: true })
    await notify('error', two)
    // The page must first show the failed picture as failed.
    await wait(50)
    expect(printed).toBe(1)
    expect(paper).not.toContain('missing')
    expect(words()).not.toContain('Preparing')
  })

  it('waits at most 15 seconds for pictures, then prints and says which are missing', async () => {
    await show()
    await start()
    await wait(14_900)
    expect(printed).toBe(0)
    await wait(200)
    expect(printed).toBe(1)
    expect(paper).toContain('2 pictures did not load in time and are missing.')
    expect(words()).not.toContain('missing')
    await wait(60_000)
    expect(printed).toBe(1)
  })

  it('prints nothing when the person leaves the page while it waits', async () => {
    await show()
    await start()
    await act(async () => root.render(null))
    await wait(20_000)
    expect(printed).toBe(0)
  })

  it('also works with the browser’s keys for printing, as soon as there is something to print', async () => {
    await show(<Page isReady={false} />)
    await press('p', document.body, { ctrlKey: true })
    expect(words()).not.toContain('Preparing')
    await show()
    await press('p', document.body, { ctrlKey: true })
    expect(words()).toContain('Preparing')
  })
})

describe('the browser’s own print command', () => {
  it('loads pictures and expands entries at once, and restores both afterwards', async () => {
    await show()
    foldEntry()
    await notify('beforeprint')
    expect(pictures().map(({ loading }) => loading)).toEqual(['eager', 'eager'])
    expect([fold('folded'), fold('opened'), folded()]).toEqual([true, true, null])
    await notify('afterprint')
    expect([fold('folded'), fold('opened'), folded()]).toEqual([false, true, 'until-found'])
  })

  it('says on paper how many pictures may be missing, and says nothing when all are loaded', async () => {
    await show()
    const [one, two] = pictures()
    Object.defineProperty(one, 'complete', { value: true })
    // Within the event, before the browser reads the page.
    window.dispatchEvent(new Event('beforeprint'))
    expect(words()).toContain('1 picture may be missing because the report was printed from the browser menu.')
    await notify('afterprint')
    expect(words()).not.toContain('not read')
    Object.defineProperty(two, 'complete', { value: true })
    window.dispatchEvent(new Event('beforeprint'))
    expect(words()).not.toContain('not read')
    await notify('afterprint')
  })

  it('restores the entries to their first state when it runs twice without ending in between', async () => {
    await show()
    await notify('beforeprint')
    await notify('beforeprint')
    await notify('afterprint')
    expect(fold('folded')).toBe(false)
  })
})
