// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { click, until } from '@/components/inspections/testing-list'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import { RangePicker } from './range-picker'

let root: Root
const tokyo = () =>
  [...document.querySelectorAll<HTMLElement>('[role=option]')].find(({ textContent }) =>
    textContent.startsWith('Asia/Tokyo'),
  )
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('the footer of a range picker changes the time zone in place', { tags: ['full'] }, async () => {
  const setChoice = vi.fn()
  await act(async () =>
    root.render(
      <ZoneContext value={{ choice: 'UTC', preferred: 'UTC', reported: 'UTC', setChoice }}>
        <RangePicker value={null} zone="UTC" onChange={() => {}} />
      </ZoneContext>,
    ),
  )
  await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Change time zone'))
  await until(() => expect(tokyo()).toBeDefined())
  await act(async () => tokyo()?.click())
  expect(setChoice).toHaveBeenCalledWith('Asia/Tokyo')
})
