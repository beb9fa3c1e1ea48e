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
const tell = (name: string, target: EventTarget | undefined = window) =>
  act(async () => void target.dispatchEvent(new Event(name)))
const show = (element = <Page />) => act(async () => root.render(element))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  printed = 0
  // As browsers do: it returns when the dialog is closed.
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
/** What stood on the page when it was printed. */
let paper = ''

const folded = () => document.querySelector('ul')?.getAttribute('hidden')
/** As an entry of a repeated group is folded: its attribute is set past React. */
const foldEntry = () => {
  const list = document.createElement('ul')
  list.setAttribute('hidden', 'until-found')
  document.querySelector('details')?.before(list)
}

describe('the button', () => {
  it('prints when every picture has come or failed, and not before', async () => {
    await show()
    await start()
    expect(words()).toContain('Preparing')
    expect(pictures().map(({ loading }) => loading)).toEqual(['eager', 'eager'])
    const [one, two] = pictures()
    Object.defineProperty(one, 'complete', { value: true })
    await tell('load', one)
    await wait(5_000)
    expect(printed).toBe(0)
    Object.defineProperty(two, 'complete', { value: true })
    await tell('error', two)
    // A picture that failed is drawn as such first.
    await wait(50)
    expect(printed).toBe(1)
    expect(paper).not.toContain('missing')
    expect(words()).not.toContain('Preparing')
  })

  it('waits 15 seconds for them, then prints what there is and says what is not', async () => {
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

  it('prints nothing when the page is left meanwhile', async () => {
    await show()
    await start()
    await act(async () => root.render(null))
    await wait(20_000)
    expect(printed).toBe(0)
  })

  it('is what the keys of the browser’s print press, once there is something to print', async () => {
    await show(<Page isReady={false} />)
    await press('p', document.body, { ctrlKey: true })
    expect(words()).not.toContain('Preparing')
    await show()
    await press('p', document.body, { ctrlKey: true })
    expect(words()).toContain('Preparing')
  })
})

describe('the browser’s own menu', () => {
  it('gets what can be made at once: pictures are asked for, folds are open, and afterwards all is as it was', async () => {
    await show()
    foldEntry()
    await tell('beforeprint')
    expect(pictures().map(({ loading }) => loading)).toEqual(['eager', 'eager'])
    expect([fold('folded'), fold('opened'), folded()]).toEqual([true, true, null])
    await tell('afterprint')
    expect([fold('folded'), fold('opened'), folded()]).toEqual([false, true, 'until-found'])
  })

  it('says on paper how many pictures may be missing, and nothing where all are there', async () => {
    await show()
    const [one, two] = pictures()
    Object.defineProperty(one, 'complete', { value: true })
    // Before the browser looks at the page, so within the event.
    window.dispatchEvent(new Event('beforeprint'))
    expect(words()).toContain('1 picture may be missing because the report was printed from the browser menu.')
    await tell('afterprint')
    expect(words()).not.toContain('not read')
    Object.defineProperty(two, 'complete', { value: true })
    window.dispatchEvent(new Event('beforeprint'))
    expect(words()).not.toContain('not read')
    await tell('afterprint')
  })

  it('asked twice without an end in between leaves folds as they were in the beginning', async () => {
    await show()
    await tell('beforeprint')
    await tell('beforeprint')
    await tell('afterprint')
    expect(fold('folded')).toBe(false)
  })
})
