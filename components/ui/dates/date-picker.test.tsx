// @vitest-environment jsdom
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, click, press, type, until } from '@/components/inspections/testing-list'
import { createRoot, type Root } from '@/components/testing-root'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import { DatePicker } from './date-picker'

let root: Root
let entered = 0
let chosen: string | null = null

function Field({ initial }: { initial: string | null }) {
  const [value, setValue] = useState(initial)
  return (
    <DatePicker
      label="Due date"
      value={value}
      onChange={(day) => {
        chosen = day
        setValue(day)
      }}
      onEnter={() => {
        entered += 1
      }}
      min="2020-01-01"
      max="2199-12-31"
    />
  )
}

async function show(initial: string | null) {
  chosen = initial
  const zones = { choice: 'UTC', preferred: 'UTC', reported: 'UTC', setChoice: () => {} }
  await act(async () =>
    root.render(
      <ZoneContext value={zones}>
        <TooltipProvider>
          <Field initial={initial} />
        </TooltipProvider>
      </ZoneContext>,
    ),
  )
}
const field = () => document.querySelector<HTMLInputElement>('input')
const problem = () => document.getElementById(field()?.getAttribute('aria-describedby') ?? '')?.textContent
const day = (date: string) => document.querySelector<HTMLElement>(`[data-day="${date}"]`)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('PointerEvent', MouseEvent)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  entered = 0
  const holder = document.createElement('main')
  document.body.append(holder)
  root = createRoot(holder)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('has the date in the format of the person, follows what they type, and Enter continues', async () => {
  await show('2026-12-24')
  expect(field()?.labels?.[0]?.textContent).toBe('Due date')
  expect(field()?.value).toBe('24 Dec 2026')
  await type(field(), '2027-01-31')
  expect(chosen).toBe('2027-01-31')
  await press('Enter', field() ?? document.body)
  expect(entered).toBe(1)
  expect(field()?.value).toBe('31 Jan 2027')
  await type(field(), '')
  expect(chosen).toBeNull()
})

it('says what is wrong with a text, has no date then, and Enter does not continue', async () => {
  await show('2026-12-24')
  await type(field(), 'next wek')
  expect(chosen).toBeNull()
  expect(problem()).toBeUndefined()
  await press('Enter', field() ?? document.body)
  expect(entered).toBe(0)
  expect(problem()).toContain('Not a date')
  expect(field()?.getAttribute('aria-invalid')).toBe('true')
  await type(field(), '31 Dec 2019')
  await press('Enter', field() ?? document.body)
  expect(problem()).toBe('The earliest date is 1 Jan 2020.')
  expect([chosen, entered]).toEqual([null, 0])
})

it('opens a calendar that arrow keys move through, and that clears the date', async () => {
  await show('2026-12-31')
  await press('ArrowDown', field() ?? document.body, { altKey: true })
  await until(() => expect(document.activeElement).toBe(day('2026-12-31')))
  expect(day('2026-12-31')?.getAttribute('aria-pressed')).toBe('true')
  await press('ArrowRight', document.activeElement ?? document.body)
  expect(document.activeElement).toBe(day('2027-01-01'))
  await click(day('2027-01-01'))
  expect([chosen, field()?.value]).toEqual(['2027-01-01', '1 Jan 2027'])
  await until(() => expect(day('2027-01-01')).toBeNull())
  await click(button('Open calendar'))
  await until(() => expect(button('Clear date')).toBeDefined())
  await click(button('Clear date'))
  expect([chosen, field()?.value]).toEqual([null, ''])
})

it('does not choose a day before the first one', async () => {
  await show('2020-01-02')
  await click(button('Open calendar'))
  await until(() => expect(day('2020-01-02')).not.toBeNull())
  await press('PageUp', day('2020-01-02') ?? document.body)
  expect(day('2019-12-31')?.getAttribute('aria-disabled')).toBe('true')
  await click(day('2019-12-31'))
  expect(chosen).toBe('2020-01-02')
})
